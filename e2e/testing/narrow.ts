import type { Page } from '@playwright/test'

export const widthFaults = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => {
    const { scrollWidth } = document.documentElement
    const cut = [...document.querySelectorAll('h1, h2, h3, p, label, button, th')]
      .filter((element) => element.checkVisibility() && element.scrollWidth > element.clientWidth + 1)
      .filter((element) => getComputedStyle(element).overflowX === 'hidden' && element.clientWidth > 1)
      .map((element) => `${element.tagName} ${element.textContent}`)
    return scrollWidth === innerWidth ? cut : [`the page is ${scrollWidth} of ${innerWidth} pixels wide`, ...cut]
  })

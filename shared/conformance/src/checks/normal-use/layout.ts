import { fakeToken } from '../../harness/tokens.ts'
import { LOADING_MS, until } from '../../harness/until.ts'
import { withInstance } from '../../harness/with-instance.ts'
import { keptUnless, type Check } from '../../verdict.ts'

export const hiddenFirst: Check = {
  id: 'hidden-first',
  chapter: 'good guest',
  promise: 'Hidden at first and shown later, it fills its place, the chart too',
  run: async (harness) => {
    const api = harness.api()
    const mounted = await harness.mount({
      tokens: [fakeToken()],
      attributes: { api: api.url, show: 'summary chart' },
      style: { display: 'none' },
    })
    try {
      await mounted.untilEvent('ready')
      await mounted.handle.evaluate(({ container }) => container.style.setProperty('display', 'block', 'important'))
      const widthOfChart = () =>
        mounted.element.evaluate(({ shadowRoot }) => {
          const place = shadowRoot?.querySelector('[part~=chart]')
          return place?.querySelector('svg')?.getBoundingClientRect().width ?? 0
        })
      // Drawing it begins with loading what draws it.
      await until(widthOfChart, (seen) => seen > 0, LOADING_MS)
      const width = await until(widthOfChart, (seen) => seen > 300, harness.patienceMs)
      return keptUnless(width > 300 ? [] : [`the chart is ${Math.round(width)} px wide in a place of 900 px`])
    } finally {
      await mounted.remove()
    }
  },
}

/** Runs in the page. */
const readLayout = (element: Element) => {
  const widgets = [...(element.shadowRoot?.querySelectorAll('[part~=widget]') ?? [])]
  const boxes = widgets.map((widget) => widget.getBoundingClientRect())
  const right = element.getBoundingClientRect().right
  return {
    row: boxes.filter(({ top }) => Math.abs(top - (boxes[0]?.top ?? 0)) < 2).length,
    out: Math.round(Math.max(0, ...boxes.map((box) => box.right - right))),
  }
}

export const containerSize: Check = {
  id: 'container-size',
  chapter: 'good guest',
  promise: 'Sizes to its container and not to the window',
  run: (harness) =>
    withInstance(harness, { style: { width: '1200px' } }, async ({ mounted: { handle, element } }) => {
      const wide = await element.evaluate(readLayout)
      await handle.evaluate(({ container }) => container.style.setProperty('width', '340px', 'important'))
      const isNarrow = () => element.evaluate((inner) => inner.getBoundingClientRect().width <= 340)
      // A frame is told of its size a little later.
      await until(isNarrow, (seen) => seen, LOADING_MS)
      const narrow = await element.evaluate(readLayout)
      return keptUnless([
        ...(wide.row < 2 ? ['at 1200 px it has one column'] : []),
        ...(narrow.row !== 1 ? [`at 340 px it has ${narrow.row} columns`] : []),
        ...(narrow.out > 0 ? [`at 340 px it sticks out by ${narrow.out} px`] : []),
      ])
    }),
}

const readCutOff = (element: Element) => {
  const widgets = [...(element.shadowRoot?.querySelectorAll('[part~=widget]') ?? [])]
  const bottom = Math.max(0, ...widgets.map((widget) => widget.getBoundingClientRect().bottom))
  const end = element.getBoundingClientRect().bottom
  return Math.round(Math.max(0, bottom - end, self === top ? 0 : end - innerHeight))
}

export const contentHeight: Check = {
  id: 'content-height',
  chapter: 'good guest',
  promise: 'As high as its content, a frame too: nothing of it is cut off',
  run: (harness) =>
    withInstance(harness, { attributes: { show: 'summary emails add' } }, async ({ mounted: { element } }) => {
      // A frame is as high as its page says, a little later.
      const cut = await until(
        () => element.evaluate(readCutOff),
        (pixels) => pixels === 0,
        harness.patienceMs,
      )
      return keptUnless(cut > 0 ? [`${cut} px of it are cut off`] : [])
    }),
}

/** Runs in the page. */
const readGarbled = ({ element }: { element: Element }): readonly string[] => {
  if (!element.shadowRoot) return []
  const texts = document.createTreeWalker(element.shadowRoot, NodeFilter.SHOW_TEXT)
  const range = document.createRange()
  const garbled: string[] = []
  while (texts.nextNode()) {
    const node = texts.currentNode
    const text = node.textContent ?? ''
    const boxes = [...text].flatMap((character, index) => {
      if (character.trim() === '') return []
      range.setStart(node, index)
      range.setEnd(node, index + 1)
      const [box] = range.getClientRects()
      return box ? [box] : []
    })
    const isOneLine = boxes.every(({ top }) => Math.abs(top - (boxes[0]?.top ?? 0)) < 2)
    if (isOneLine && boxes.some(({ left }, index) => left + 0.5 < (boxes[index - 1]?.left ?? left))) garbled.push(text)
  }
  return garbled
}

/** Runs in the page; in pixels. */
const readOffsets = ({ element }: { element: Element }): readonly (readonly [string, number])[] => {
  const table = element.shadowRoot?.querySelector('[part~=table]')
  const right = table?.getBoundingClientRect().right ?? 0
  const range = document.createRange()
  return [
    ['its title', table?.closest('[part~=widget]')?.querySelector('[part~=widget-title]')] as const,
    ['an address', table?.querySelector('tbody th')] as const,
  ].map(([name, text]) => {
    const node = text && document.createTreeWalker(text, NodeFilter.SHOW_TEXT).nextNode()
    if (node) range.selectNodeContents(node)
    return [name, node ? Math.round(Math.abs(right - range.getBoundingClientRect().right)) : 0]
  })
}

export const direction: Check = {
  id: 'direction',
  chapter: 'good guest',
  promise: "Takes the portal's text direction, in which its Portuguese texts and addresses keep their own order",
  notAt: { frame: 'a frame has a direction of its own' },
  run: (harness) =>
    withInstance(harness, { attributes: { show: 'summary emails' } }, async ({ mounted }) => {
      await mounted.untilEvent('ready')
      const seen = await mounted.handle.evaluate(({ container, element }) => {
        container.style.setProperty('direction', 'rtl', 'important')
        const title = element.shadowRoot?.querySelector('h2')
        return title ? getComputedStyle(title).direction : 'nowhere'
      })
      const garbled = await mounted.handle.evaluate(readGarbled)
      const offsets = seen === 'rtl' ? await mounted.handle.evaluate(readOffsets) : []
      return keptUnless([
        ...(seen === 'rtl' ? [] : [`in a place with dir="rtl" its titles are ${seen}`]),
        ...garbled.slice(0, 3).map((text) => `in a place with dir="rtl" the order of "${text}" is another one`),
        ...offsets
          .filter(([, pixels]) => pixels > 1)
          .map(([name, pixels]) => `in a place with dir="rtl" ${name} stands ${pixels} px off its column`),
      ])
    }),
}

/** Runs in the page. */
const readTitle = ({ element }: { element: Element }) => {
  const title = element.shadowRoot?.querySelector('h2')
  const widgets = [...(element.shadowRoot?.querySelectorAll('[part~=widget]') ?? [])]
  const right = element.getBoundingClientRect().right
  return {
    height: title?.getBoundingClientRect().height ?? 0,
    out: Math.max(0, ...widgets.map((widget) => Math.round(widget.getBoundingClientRect().right - right))),
  }
}

export const zoom: Check = {
  id: 'zoom',
  chapter: 'good guest',
  promise: 'Grows with the zoom of the portal, and nothing sticks out at 200 %',
  notAt: { frame: 'the zoom of a style does not reach into a frame' },
  run: (harness) =>
    withInstance(harness, {}, async ({ mounted: { handle } }) => {
      const before = await handle.evaluate(readTitle)
      await handle.evaluate(({ element }) => element.parentElement?.style.setProperty('zoom', '2', 'important'))
      const after = await handle.evaluate(readTitle)
      return keptUnless([
        ...(after.height < before.height * 1.5 ? ['its text stays as small as it was'] : []),
        ...(after.out > 0 ? [`it sticks out by ${after.out} px`] : []),
      ])
    }),
}

import { join } from 'node:path'
import { root } from '@atalaia/stack'
import type { Browser, Page } from '@playwright/test'
import type { Address } from './visit-again.ts'
import { DASHBOARD, DESKTOP, newVisitor, PHONE, untilItStands, untilQuiet, type Screen } from './visit.ts'

const PICTURES = join(root, '.cache', 'bench', 'pictures')
const SIGNATURE = /\?expira=\S+/g
const TOLERANCE = 16

const MAX_SHOWN = 60

type Look = { readonly tree: string; readonly picture: string }

const lookAt = async (browser: Browser, { name, url }: Address, token: string, screen: Screen): Promise<Look> => {
  const context = await newVisitor(browser, { url, token, screen })
  try {
    const page = await context.newPage()
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.goto(`${url}${DASHBOARD}`)
    await untilItStands(page)
    await untilQuiet(page)
    // Now the font is there from the beginning: a chart that was drawn before it stands some pixels off.
    await page.reload()
    await untilItStands(page)
    await untilQuiet(page)
    const path = join(PICTURES, `${name}-${screen.width}.png`)
    const picture = await page.screenshot({ animations: 'disabled', caret: 'hide', path })
    const tree = await page.locator('body').ariaSnapshot()
    return { tree: tree.replaceAll(SIGNATURE, ''), picture: picture.toString('base64') }
  } finally {
    await context.close()
  }
}

const differingPixels = (page: Page, one: string, other: string): Promise<number> =>
  page.evaluate(
    async ([pictures, tolerance]) => {
      const [first, second] = await Promise.all(
        pictures.map(async (base64) => {
          const answer = await fetch(`data:image/png;base64,${base64}`)
          const bitmap = await createImageBitmap(await answer.blob())
          const canvas = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d')
          canvas?.drawImage(bitmap, 0, 0)
          return canvas?.getImageData(0, 0, bitmap.width, bitmap.height)
        }),
      )
      if (!first || !second || first.width !== second.width || first.height !== second.height) return Infinity
      let differing = 0
      for (let at = 0; at < first.data.length; at += 4) {
        const changed = [0, 1, 2].some(
          (channel) => Math.abs((first.data[at + channel] ?? 0) - (second.data[at + channel] ?? 0)) > tolerance,
        )
        if (changed) differing += 1
      }
      return differing
    },
    [[one, other], TOLERANCE] as const,
  )

const quoted = (line = 'nothing'): string => `"${line.trim().slice(0, MAX_SHOWN)}"`

const firstDifference = (one: string, other: string): string => {
  const [lines, others] = [one.split('\n'), other.split('\n')]
  const at = lines.findIndex((line, index) => line !== others[index])
  return `${quoted(lines[at])} against ${quoted(others[at])}`
}

export type Sameness = {
  readonly difference?: string
  readonly pixels: number
}

/** On phone and desktop. */
export const compareContent = async (
  browser: Browser,
  {
    reference,
    others,
    token,
  }: { readonly reference: Address; readonly others: readonly Address[]; readonly token: string },
): Promise<Sameness[]> => {
  const blank = await browser.newPage()
  const found = others.map((): Sameness => ({ pixels: 0 }))
  for (const screen of [PHONE, DESKTOP]) {
    const ours = await lookAt(browser, reference, token, screen)
    for (const [at, other] of others.entries()) {
      const look = await lookAt(browser, other, token, screen)
      const before = found[at] ?? { pixels: 0 }
      const difference =
        before.difference ?? (look.tree === ours.tree ? undefined : firstDifference(ours.tree, look.tree))
      const pixels = before.pixels + (await differingPixels(blank, ours.picture, look.picture))
      found[at] = { pixels, ...(difference !== undefined && { difference }) }
    }
  }
  await blank.close()
  return found
}

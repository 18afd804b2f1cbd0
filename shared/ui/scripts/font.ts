import { readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import subsetFont from 'subset-font'

/**
 * `node shared/ui/scripts/font.ts` writes Inter with the signs and weights of the first face in
 * fonts.css.
 */
const css = await readFile(new URL('../src/styles/fonts.css', import.meta.url), 'utf8')
const [, min = '', max = ''] = /font-weight: (\d+) (\d+);/.exec(css) ?? []
const [, ranges = ''] = /unicode-range:([^;]+);/.exec(css) ?? []

const signs = ranges.split(',').flatMap((range) => {
  const [first = 0, last = first] = (range.match(/[0-9A-F]{4}/g) ?? []).map((code) => Number.parseInt(code, 16))
  return Array.from({ length: last - first + 1 }, (_, at) => String.fromCodePoint(first + at))
})
const whole = fileURLToPath(import.meta.resolve('@fontsource-variable/inter/files/inter-latin-wght-normal.woff2'))
const part = await subsetFont(await readFile(whole), signs.join(''), {
  targetFormat: 'woff2',
  variationAxes: { wght: { min: Number(min), max: Number(max) } },
})
await writeFile(new URL('../src/styles/inter-latin-normal.woff2', import.meta.url), part)

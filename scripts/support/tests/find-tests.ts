import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '@atalaia/stack'

/** Relative to the root. */
export type TestFiles = { readonly unit: readonly string[]; readonly browser: readonly string[] }

export type ChosenTests = TestFiles & { readonly title: string }

/** Jest files except `*.full.test.ts`. */
export const EVERYDAY_FILES = String.raw`(?<!\.full)\.test\.tsx?$`

/** Playwright reads no other files, so the lab is not needed. */
export const EVERYDAY_SPECS = String.raw`(?<!\.full)\.spec\.ts$`

/** `npm test` leaves these to `--all`. */
export const isFull = (file: string): boolean => /\.full\.test\.tsx?$/.test(file)

const skipped = (folder: string) => /(^|\/)(node_modules|dist|\.cache|\.data)$/.test(folder)
const find = (pattern: string) =>
  globSync(pattern, { cwd: root, exclude: skipped })
    .map((file) => file.replaceAll('\\', '/'))
    .toSorted()

export const findTestFiles = (): TestFiles => ({
  unit: find('{gateway,host-shell,lab,leak-api,mfe-*,scripts,shared,stack}/**/*.test.{ts,tsx}'),
  browser: find('e2e/specs/**/*.spec.ts'),
})

const readSource = (file: string) => readFileSync(join(root, file), 'utf8')

export const chooseTests = (words: readonly string[], all = findTestFiles(), read = readSource): ChosenTests => {
  const files = [...all.unit, ...all.browser]
  const sentence = words.join(' ')
  const isTitle = sentence.includes(' ') && files.some((file) => read(file).includes(sentence))
  const paths = isTitle ? [] : words.filter((word) => files.some((file) => file.includes(word)))
  const title = words.filter((word) => !paths.includes(word)).join(' ')
  const isChosen = (file: string) =>
    (paths.length === 0 || paths.some((path) => file.includes(path))) && (title === '' || read(file).includes(title))
  return { unit: all.unit.filter(isChosen), browser: all.browser.filter(isChosen), title }
}

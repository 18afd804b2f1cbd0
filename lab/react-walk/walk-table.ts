import { readFileSync } from 'node:fs'
import { array, object, string, type infer as Infer } from 'zod/mini'

const stepSchema = object({
  step: string(),
  /** The React of the page. */
  react: string(),
  /** The remotes that doctor named as broken by this page, and those that people saw as a panel. */
  named: array(string()),
  panels: array(string()),
  /** The words that people saw of the others, as in `React 18.3.1 da página`. */
  screens: array(string()),
})
type Step = Infer<typeof stepSchema>

const START = '<!-- table: npm run lab -- react-walk -->'
const END = '<!-- /table: npm run lab -- react-walk -->'

const counted = (texts: readonly string[]): string[] =>
  [...new Set(texts)].map((text) => `${texts.filter((other) => other === text).length} × ${text}`)

const sum = (names: readonly string[]): string =>
  names.length > 3 ? `all ${names.length}` : names.map((name) => `\`${name}\``).join(', ') || 'nobody'

const rowOf = ({ step, react, named, panels, screens }: Step): string =>
  `| ${step} | ${react} | ${sum(named)} | ${[...counted(screens), ...counted(panels.map(() => 'panel'))].join(', ')} |`

/** The steps that the browser's run has written into `file`. */
export const readSteps = (file: string): readonly Step[] =>
  array(stepSchema).parse(JSON.parse(readFileSync(file, 'utf8')))

/** `page` with the table of these steps in its place. */
export const withWalkTable = (page: string, steps: readonly Step[]): string => {
  const [before, rest] = page.split(START)
  const after = rest?.split(END)[1]
  if (before === undefined || after === undefined)
    throw new Error(`The page has no place for the table: ${START} and ${END}`)
  const head = ['| step | React of the page | doctor names | what people saw |', '| --- | --- | --- | --- |']
  return `${before}${START}\n\n${[...head, ...steps.map(rowOf)].join('\n')}\n\n${END}${after}`
}

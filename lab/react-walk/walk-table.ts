import { readFileSync } from 'node:fs'
import { array, object, string, type infer as Infer } from 'zod/mini'

const stepSchema = object({
  step: string(),
  react: string(),
  /** Broken remotes, by doctor and by visible panels. */
  named: array(string()),
  panels: array(string()),
  /** Words of all further remotes, like `React 18.3.1 da página`. */
  screens: array(string()),
})
type Step = Infer<typeof stepSchema>

const counted = (texts: readonly string[]): string[] =>
  [...new Set(texts)].map((text) => `${texts.filter((other) => other === text).length} × ${text}`)

const sum = (names: readonly string[]): string =>
  names.length > 3 ? `all ${names.length}` : names.map((name) => `\`${name}\``).join(', ') || 'nobody'

const rowOf = ({ step, react, named, panels, screens }: Step): string =>
  `| ${step} | ${react} | ${sum(named)} | ${[...counted(screens), ...counted(panels.map(() => 'panel'))].join(', ')} |`

export const readSteps = (file: string): readonly Step[] =>
  array(stepSchema).parse(JSON.parse(readFileSync(file, 'utf8')))

export const walkTable = (steps: readonly Step[]): string =>
  [
    '| step | React of the page | doctor names | what people saw |',
    '| --- | --- | --- | --- |',
    ...steps.map(rowOf),
  ].join('\n')

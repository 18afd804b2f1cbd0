import { EXIT, messageOf, type Outcome } from '@atalaia/cli/base'
import { z } from 'zod'

/** The same sentence for terminals and for the console. */
export type Words = { readonly en: string; readonly pt: string }
export type Language = keyof Words

export type Finding = {
  readonly state: 'ok' | 'warn' | 'fail'
  readonly text: Words
  /** The remedy. */
  readonly advice?: Words
}

export type Check = {
  readonly name: Words
  /** The remedy after a rejection. */
  readonly advice: Words
  /** A rejection counts as a failure. */
  run(): Promise<Finding>
}

export const reportSchema = z.object({
  name: z.string(),
  state: z.enum(['ok', 'warn', 'fail']),
  text: z.string(),
  advice: z.string().nullable(),
})
export type Report = z.output<typeof reportSchema>

export const reportsSchema = z.object({ checks: z.array(reportSchema) })

/** Runs all checks at once. Never rejects (M-INSTALLATION-1). */
export const runChecks = (checks: readonly Check[], language: Language): Promise<Report[]> =>
  Promise.all(
    checks.map(async ({ name, advice: remedy, run }) => {
      const failure = (error: unknown): Finding => {
        const said = messageOf(error)
        return { state: 'fail', text: { en: said, pt: said }, advice: remedy }
      }
      const { state, text, advice } = await run().catch(failure)
      return { name: name[language], state, text: text[language], advice: advice?.[language] ?? null }
    }),
  )

/** Remedies are below their lines. */
export const reportsText = (reports: readonly Report[]): string => {
  const width = Math.max(...reports.map(({ name }) => name.length))
  return reports
    .map(({ name, state, text, advice }) => {
      const line = `${state.padEnd(4)}  ${name.padEnd(width)}  ${text}\n`
      return advice === null ? line : `${line}${' '.repeat(width + 8)}${advice}\n`
    })
    .join('')
}

export const hasFailed = (reports: readonly Report[]): boolean => reports.some(({ state }) => state === 'fail')

export const reportsOutcome = (reports: readonly Report[]): Outcome => ({
  text: reportsText(reports),
  json: { checks: reports },
  code: hasFailed(reports) ? EXIT.failed : EXIT.ok,
})

import { EXIT, hasFailed, reportsText, runChecks, type Check, type CommandLine } from '@atalaia/server'
import { z } from 'zod'

/** `open` changes nothing. */
export const addInstallationCommand = (
  { program, action }: CommandLine,
  open: () => Promise<{ readonly checks: readonly Check[]; close(): Promise<void> }>,
): void => {
  program
    .command('installation')
    .description('checks database, keys, clock, mail, DNS, certificate, disk and backup of the API; changes nothing')
    .action(
      action(z.object({}), async () => {
        const { checks, close } = await open()
        const reports = await runChecks(checks, 'en').finally(close)
        return {
          text: reportsText(reports),
          json: { checks: reports },
          code: hasFailed(reports) ? EXIT.failed : EXIT.ok,
        }
      }),
    )
}

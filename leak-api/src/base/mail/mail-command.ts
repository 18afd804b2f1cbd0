import type { Database } from '@atalaia/database'
import type { CommandLine } from '@atalaia/server'
import { z } from 'zod'
import { createMailRepository } from './mail-repository.ts'

/** Adds `mail` to a command line. */
export const addMailCommand = (
  { program, action }: CommandLine,
  { tools }: { readonly tools: () => Promise<{ readonly database: Database }> },
): void => {
  program
    .command('mail')
    .description('the mails of the last 30 days by kind: how many wait, were sent, were refused or have expired')
    .action(
      action(z.object({}), async () => {
        const counts = await createMailRepository((await tools()).database).count()
        const lines = counts.map(({ kind, state, mails }) => `${kind}  ${state}  ${mails}\n`)
        return { text: lines.length === 0 ? 'Nothing yet.\n' : lines.join(''), json: counts }
      }),
    )
}

import type { Database } from '@atalaia/database'
import type { CommandLine } from '@atalaia/server'
import { join } from 'node:path'
import { z } from 'zod'
import { OUTBOX_FOLDER } from './send-deliveries.ts'
import { countDeliveries } from './delivery-queue.ts'

export const addDeliveriesCommand = (
  { program, action }: CommandLine,
  { tools }: { readonly tools: () => Promise<{ readonly database: Database; readonly dataDir: string }> },
): void => {
  program
    .command('deliveries')
    .alias('mail')
    .description(
      'mails, pushes, calls to webhooks and SIEMs of the last 30 days: how many wait, were sent, were written to files, were refused or have expired',
    )
    .action(
      action(z.object({}), async () => {
        const { database, dataDir } = await tools()
        const counts = await countDeliveries(database)
        const stateText = (state: string) =>
          state === 'written' ? `written to ${join(dataDir, OUTBOX_FOLDER)}, not sent` : state
        const lines = counts.map(
          ({ channel, kind, state, deliveries }) => `${channel}  ${kind}  ${stateText(state)}  ${deliveries}\n`,
        )
        return { text: lines.length === 0 ? 'Nothing yet.\n' : lines.join(''), json: counts }
      }),
    )
}

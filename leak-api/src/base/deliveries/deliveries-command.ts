import type { Database } from '@atalaia/database'
import type { CommandLine } from '@atalaia/server'
import { z } from 'zod'
import { countDeliveries } from './delivery-queue.ts'

export const addDeliveriesCommand = (
  { program, action }: CommandLine,
  { tools }: { readonly tools: () => Promise<{ readonly database: Database }> },
): void => {
  program
    .command('deliveries')
    .alias('mail')
    .description(
      'mails, pushes, calls to webhooks and SIEMs of the last 30 days: how many wait, were sent, were refused or have expired',
    )
    .action(
      action(z.object({}), async () => {
        const counts = await countDeliveries((await tools()).database)
        const lines = counts.map((each) => `${each.channel}  ${each.kind}  ${each.state}  ${each.deliveries}\n`)
        return { text: lines.length === 0 ? 'Nothing yet.\n' : lines.join(''), json: counts }
      }),
    )
}

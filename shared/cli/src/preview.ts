import { ORDERS, PREVIEW_HOURS, previewAnswer } from '@atalaia/artifact'
import { z } from 'zod'
import type { Command, Outcome } from './base/command-line.ts'
import type { Client } from './client.ts'
import { tell } from './outcomes.ts'

// Addresses that show one version, for `npx atalaia` and for `npm run remotes`.

const { usual, most } = PREVIEW_HOURS
const HOURS = `is 1 to ${most}`

export const previewOptions = z.object({
  hours: z.coerce.number(HOURS).int(HOURS).min(1, HOURS).max(most, HOURS).default(usual),
})
export type PreviewOptions = z.output<typeof previewOptions>

export const withPreviewOptions = (command: Command): Command =>
  command
    .description('a signed address that shows a published version to whoever opens it and agrees')
    .option('--hours <hours>', 'how long it may be opened', String(usual))

/** Requests an address for a published, perhaps undelivered version. */
export const preview = async (
  client: Client,
  { remote, version }: { readonly remote: string; readonly version: string },
  { hours }: PreviewOptions,
): Promise<Outcome> =>
  tell(previewAnswer, ({ link, until }) => [link, `It ends ${until}.`])(
    await client.call({ method: 'POST', path: ORDERS.preview(remote), json: { version, minutes: hours * 60 } }),
  )

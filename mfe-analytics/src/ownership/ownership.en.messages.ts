import type { TranslationOf } from '../language/translate.ts'
import type * as source from './ownership.messages.ts'

export const ownership = {
  prove: 'Prove',
  proveWhat: 'Prove {address}',
  text: 'Until the mailbox itself says yes, nothing about this address is shown. We send it a code; whoever reads it passes the code on to you.',
  domain: 'Or prove the whole domain, in Domains.',
  close: 'Close',
} as const satisfies TranslationOf<typeof source.ownership>

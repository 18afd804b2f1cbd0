import type { TranslationOf } from '../language/translate.ts'
import type * as source from './management.messages.ts'

export const management = {
  'failed.network': 'No connection to the server.',
  'failed.timeout': 'The server did not answer in time.',
  'failed.disabled': 'There is no server in this demonstration.',
  'failed.malformed': 'The server did not answer as it should. Reload the page.',
  'failed.status': 'Try again in a few moments.',
  'failed.refused': 'The server did not accept it.',
  'failed.title': 'This page could not be loaded',
  'forbidden.title': 'No permission',
  'forbidden.text': 'Your access does not allow you to see this.',
  sections: 'Pages of the analysis',
  copy: 'Copy',
  copied: 'Copied',
  copyWhat: 'Copy: {what}',
  never: 'never',
  cancel: 'Cancel',
  busy: 'One moment…',
  'code.send': 'Send code',
  'code.again': 'Send another code',
  'code.sent': 'We have sent a code to {mailbox}. It is valid for 24 hours.',
  'code.field': 'Code received',
  'code.hint': 'Ten letters and digits, such as abcde-fghij.',
  'code.confirm': 'Confirm',
} as const satisfies TranslationOf<typeof source.management>

import type { TranslationOf } from '../language/translate.ts'
import type * as source from './push.messages.ts'

export const push = {
  lead: 'The browser shows what an import brings that is new, also while this page is closed. Notifications carry no password and no whole address, and are in Portuguese.',
  logout: 'On a shared computer, log out when you are done: that turns its notifications off.',
  off: 'This installation sends no notifications to browsers.',
  unsupported:
    'This browser gets no notifications of this page. Private windows get none; on iPhone and iPad only pages that were added to the Home Screen do.',
  denied:
    'Notifications of this page are blocked in this browser. To unblock them, open the permissions of the site beside the address, allow Notifications, and come back here.',
  on: 'Notifications are on in this browser.',
  turnOn: 'Turn on in this browser',
  turningOn: 'Turning on… Answer the browser’s question.',
  dismissed: 'The browser still waits for your permission. Turn on again, and choose Allow.',
  unreachable: 'The browser could not get an address for notifications. Check the connection, and try again.',
  browsers: 'Browsers with notifications on',
  here: 'This browser',
  facts: 'Since {since}. Last notification: {last}.',
  test: 'Test',
  tested: 'The test notification is on its way to {device}.',
  turnOff: 'Turn off',
  remove: 'Remove',
  what: '{action}: {device}, since {since}',
} as const satisfies TranslationOf<typeof source.push>

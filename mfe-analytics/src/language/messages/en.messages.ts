import type { UiTextName } from '@atalaia/ui'
import type { RefusalName } from '../language.ts'
import type { TranslationOf } from '../translate.ts'
import type * as source from './pt-br.messages.ts'

export const dashboard = {
  loading: 'Loading',
  reload: 'Load again',
  leaks: 'Leaks',
  passwords: 'Passwords',

  'none.title': 'The numbers have not arrived yet',
  'none.leaks': 'No leaks',
  'none.passwords': 'No leaked passwords',
  'none.consulted': '{what} in the sources that were searched.',
  'none.covered': '{what} in {coverage}.',
  'none.sources': 'No source has been imported yet.',
  'none.addresses': 'The numbers come with the first monitored address.',

  'coverage.is': 'Coverage: {coverage}.',
  'coverage.unknown': 'sources not known',
  'coverage.none': 'no source yet',
  'coverage.sources': '{sources, plural, one {# source} other {# sources}}',
  'coverage.updated': '{sources, plural, one {# source} other {# sources}}, updated on {day}',
  'first.title': 'Start with the first address of your company',
  'first.text': 'It is searched in all that has been imported so far ({coverage}), and again with each new source.',

  'total.title': 'Total leaks',
  'total.leaks': '{count, plural, one {leak} other {leaks}}',
  'total.passwords': '{count, plural, one {leaked password} other {leaked passwords}}',
  'trend.same': 'same as in {month}',
  'trend.change': '{change} since {month}',
  'trend.share': '{change} ({share}) since {month}',
  'top.leaks': 'Top 3 leaks by email',
  'top.passwords': 'Top 3 leaked passwords',

  'reports.title': 'Last 3 reports',
  'reports.none': 'No report yet. One is made whenever the numbers change.',
  'reports.tab': '(opens in a new tab)',

  'chart.title': '{months, plural, one {Last month} other {Last # months}}',
  'chart.none': '{months, plural, one {No analysis in the last month} other {No analysis in the last # months}}',
  'chart.failed': 'The chart did not load',
  'chart.instead': 'The same numbers can be seen as a table.',
  'chart.begun':
    'The first analysis of {months, plural, one {this month} other {these # months}} is of {day}. The lines grow with the next ones.',
  'chart.range': 'Chart of leaks and passwords from {from} to {to}.',
  'chart.last':
    'Last analysis on {day}: {leaks, plural, one {# leak} other {# leaks}} and {passwords, plural, one {# password} other {# passwords}}.',
  'chart.table': 'Table of the chart',
  'chart.day': 'Date',
  'chart.axisDay': '%b %e',
  'chart.axisMonth': '%b %Y',
  'chart.fullDay': '%A, %B %e, %Y',
  'export.label': 'Export chart',
  'export.button': 'Export',
  'export.png': 'PNG image',
  'export.svg': 'SVG image',
  'export.csv': 'CSV spreadsheet',
  'export.file': '{months, plural, one {leaks-last-month} other {leaks-last-#-months}}',

  'add.title': 'Add monitored email',
  'add.hint': 'A valid address of up to 254 characters that is not in the list yet.',
  'add.send': 'Add email',
  'add.sending': 'Sending…',
  'add.sent': 'Email added.',
  'add.failed': 'The email could not be added.',
  'add.empty': 'Enter the email address to be monitored.',
  'add.long': 'The address may have 254 characters at most.',
  'add.several': 'Enter one address at a time.',
  'add.invalid': 'Enter a valid email address, such as name@company.com.',
  'add.known': 'This address is monitored already.',
  'add.timeout': 'The server did not answer in time.',
  'add.network': 'No connection to the server.',
  'add.disabled': 'This demonstration has no server.',

  'emails.title': 'Monitored emails',
  'emails.none': 'No address is monitored yet.',
  'emails.filter': 'Filter addresses',
  'emails.table': 'Table of monitored emails',
  'emails.pages': 'Pages of monitored emails',
  'emails.email': 'Email',
  'emails.leaks': 'Leaks',
  'emails.passwords': 'Leaked passwords',
  'emails.all': '{all, plural, one {# address} other {# addresses}}',
  'emails.found': '{found, number} of {all, plural, one {# address} other {# addresses}}',
  'emails.unfound': 'No address found',
} as const satisfies TranslationOf<typeof source.dashboard>

/** The words for what the server refuses; its own are Portuguese. */
export const refusals = {
  'address-invalid': 'Enter one valid email address of up to 254 characters, such as name@company.com.',
  'address-monitored': 'This address is monitored already.',
  'address-limit': 'Your organisation already monitors as many addresses as it can. Talk to support.',
  'address-out-of-reach': 'Your access does not cover this address.',
  'operation-not-allowed': 'Your access does not allow this.',
  'outcome-unknown':
    'The service was away for a moment, and we do not know whether the address was added. Look before you try again.',
  'session-ended': 'Your access has ended. Sign in to the portal again.',
  'too-many-calls': 'Too many attempts. Wait a minute, and try again.',
  unavailable: 'The service is not available now. Try again in a moment.',
  'server-fault': 'Something went wrong on our side. Try again in a moment.',
} as const satisfies Readonly<Record<RefusalName, string>>

export const embed = {
  retry: 'Try again',
  'missing-token': 'No access to the dashboard',
  'missing-token.text': 'This page has not said yet who you are. Load it again, or sign in to the portal again.',
  'invalid-token': 'Access was refused',
  'invalid-token.text':
    'What this page says about who you are is not valid for this dashboard. Tell the people who run the portal.',
  'session-expired': 'Your access has ended',
  'session-expired.text': 'Sign in to the portal again to go on.',
  'api-unreachable': 'The server could not be reached',
  'api-unreachable.text':
    'You may be offline, or this page has no access to the server. If it goes on, tell the people who run the portal.',
  forbidden: 'Not allowed',
  'forbidden.text': 'Your access does not include these data. Tell the people who run the portal.',
  'api-error': 'The server did not answer as it should',
  'api-error.text': 'Try again in a moment. If it goes on, tell the people who run the portal.',
  internal: 'Something went wrong in this dashboard',
  'internal.text': 'The rest of the page still works.',
} as const satisfies TranslationOf<typeof source.embed>

export const ui = {
  close: 'Close',
  retry: 'Try again',
  reload: 'Load again',
  more: 'More actions',
  expand: 'Expand',
  collapse: 'Collapse',
  fullscreen: 'Full screen',
  restore: 'Restore',
  locked: 'Fixed',
  closed: 'Closed',
  closedWidgets: 'Closed widgets',
  reopen: 'Reopen {title}',
  previous: 'Previous',
  next: 'Next',
  page: 'Page {page} of {pages}',
  pageShort: '{page} of {pages}',
  asTable: 'Show as table',
  asPlot: 'Show as chart',
  errorCode: 'Error code',
  copyCode: 'Copy code',
  codeCopied: 'Code copied',
} as const satisfies Readonly<Record<UiTextName, string>>

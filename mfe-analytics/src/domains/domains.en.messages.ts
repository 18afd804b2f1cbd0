import type { TranslationOf } from '../language/translate.ts'
import type * as source from './domains.messages.ts'

export const domains = {
  loading: 'Loading domains',
  lead: 'Prove that a domain is your organization’s, and all its leaked addresses appear in the dashboard, also those that nobody added.',
  unchecked:
    'This private installation does not check who owns an address: an address that is added is monitored without proof.',
  checked: 'An address that is added waits until its domain is proved or the mailbox itself says yes.',
  'add.title': 'Add a domain',
  'add.field': 'Domain',
  'add.hint': 'Such as company.com, without http or slash. A subdomain is a domain of its own.',
  'add.send': 'Add domain',
  'add.empty': 'Enter a domain.',
  list: 'Your domains',
  'empty.title': 'No domains yet',
  'empty.text': 'With a proved domain you see all its addresses, without typing them one by one.',
  readOnly: 'Only administrators of the organization add, prove and remove domains.',

  'state.esperando': 'Waiting for proof',
  'state.provado': 'Proved',
  'state.perdido': 'Proof lost',
  'by.dns': 'by DNS',
  'by.arquivo': 'by a file on the website',
  'by.email': 'by email',
  proved: 'Proved on',
  checkedAt: 'Last check',
  next: 'Next check',
  'next.none': 'only when you ask for it',
  addresses: 'Addresses of the domain',
  'addresses.none': 'none before the proof',
  'addresses.see': 'See {count, plural, one {# address} other {# addresses}}',

  verify: 'Check now',
  verifying: 'Checking…',
  found: '{domain} is proved.',
  'missing.ausente':
    'We have not found the proof. A DNS zone takes from minutes to two days to show a new record; we try again by ourselves.',
  'missing.diferente':
    'We have found a text of ours, but not that of this domain and this organization. Check that it was copied as a whole.',
  'missing.sem-resposta': 'Neither the name servers nor the website answered. We try again by ourselves.',
  'missing.proved':
    'The last check did not find the proof. Publish it again: after three days without it (14 without an answer) the addresses disappear from the dashboard.',
  'missing.lost': 'The addresses that came with the domain no longer appear. They come back when the proof does.',

  how: 'How to prove {domain}',
  'how.one': 'One of these three ways is enough.',
  'dns.title': '1. TXT record in DNS',
  'dns.text':
    'In the panel of your DNS provider, create a record of the type TXT with this name and this value. The same value at the root of the domain counts too.',
  'dns.name': 'Name of the record',
  'dns.value': 'Value',
  'dns.look': 'To see what the world sees',
  'file.title': '2. File on the website',
  'file.text': 'Publish by https, without a redirect, a text file at this address with this line.',
  'file.place': 'Address of the file',
  'file.line': 'Line of the file',
  'mail.title': '3. Email to whoever takes care of the domain',
  'mail.text':
    'We send a code to one of these mailboxes. Whoever reads it passes the code on to you. This proof is valid for one year.',
  'mail.box': 'Mailbox',

  remove: 'Remove',
  removeWhat: 'Remove {domain}',
  'remove.title': 'Remove {domain}?',
  'remove.text':
    'The addresses that came with it are no longer monitored and disappear from the dashboard. Those that somebody added stay; where ownership is checked, they wait again.',
  'remove.do': 'Remove domain',
  removed: '{domain} was removed.',
  added: '{domain} was added. Now prove that it is yours.',
} as const satisfies TranslationOf<typeof source.domains>

import { emailAddressSchema, normalEmailAddress } from './index.ts'

const label = 'd'.repeat(63)

// Rule: P-EMAIL-13, P-EMAIL-14, P-EMAIL-39
test.each([
  [' Ana@Acme.COM ', 'ana@acme.com'],
  ["o'neil+loja.1@sub.acme.co.uk", "o'neil+loja.1@sub.acme.co.uk"],
  ['a.b.c@acme.com', 'a.b.c@acme.com'],
  ['!#$%&*/=?^`{|}~-_@acme.com', '!#$%&*/=?^`{|}~-_@acme.com'],
  [`${'l'.repeat(64)}@acme.com`, `${'l'.repeat(64)}@acme.com`],
  [`a@${label}.${label}.${label}.${'d'.repeat(57)}.br`, `a@${label}.${label}.${label}.${'d'.repeat(57)}.br`],
  ['ana@Bücher.example', 'ana@xn--bcher-kva.example'],
  ['ana@XN--BCHER-KVA.example', 'ana@xn--bcher-kva.example'],
  ['ana@почта.рф', 'ana@xn--80a1acny.xn--p1ai'],
  ['ana@faß.de', 'ana@xn--fa-hia.de'],
  ['ana@acme。com', 'ana@acme.com'],
  ['joão@acme.com', 'joão@acme.com'],
  ['JOÃO.Müller@acme.com', 'joão.müller@acme.com'],
  // A letter and its mark, typed apart.
  ['joa\u0303o@acme.com', 'joão@acme.com'],
  ['用户@acme.com', '用户@acme.com'],
  ['пётр+лист@почта.рф', 'пётр+лист@xn--80a1acny.xn--p1ai'],
  ['हिन्दी@acme.com', 'हिन्दी@acme.com'],
  // Digits in full width stay: a server tells them from others.
  ['ana１@acme.com', 'ana１@acme.com'],
  ['svc@intranet.corp', 'svc@intranet.corp'],
  ['svc@pc1.local', 'svc@pc1.local'],
  ['a@1and1.com', 'a@1and1.com'],
  ['a@b--c.com', 'a@b--c.com'],
  ['a@files.zip', 'a@files.zip'],
])('%s is the address %s', (text, address) => {
  expect(normalEmailAddress(text)).toBe(address)
  expect(emailAddressSchema.safeParse(text)).toEqual({ success: true, data: text.trim() })
})

// Rule: P-EMAIL-14, P-EMAIL-39
test.each([
  '',
  '@acme.com',
  'acme.com',
  'ana@',
  'ana@acme',
  'ana@@acme.com',
  'ana@acme.com.',
  '.ana@acme.com',
  'ana.@acme.com',
  'a..b@acme.com',
  'a b@acme.com',
  '"a b"@acme.com',
  'jo\u200bão@acme.com',
  'jo™o@acme.com',
  '“joão”@acme.com',
  // The sign of Kelvin, which becomes a letter k in lower case.
  '\u212Aate@acme.com',
  'test@example-.com',
  'test@-example.com',
  'test@exa_mple.com',
  'test@example..com',
  'test@example.c',
  'test@example.c0m',
  'test@10.0.0.1',
  'test@[10.0.0.1]',
  'test@bücher.example/x',
  'test@bü%41.example',
  'logo@2x.png',
  'test@example.jpg',
  `${'l'.repeat(65)}@acme.com`,
  `a@${'d'.repeat(64)}.com`,
  `a@${label}.${label}.${label}.${'d'.repeat(58)}.br`,
  `a@${'d.'.repeat(5000)}com`,
])('%s is no address', (text) => {
  expect(normalEmailAddress(text)).toBeUndefined()
  expect(emailAddressSchema.safeParse(text).success).toBe(false)
})

import { parseOrigin } from './origin.ts'

test.each([
  ['https://portal.acme.com', 'https://portal.acme.com'],
  [' HTTPS://Portal.Acme.com ', 'https://portal.acme.com'],
  ['https://portal.acme.com:443', 'https://portal.acme.com'],
  ['http://intranet:8080', 'http://intranet:8080'],
  ['http://[::1]:3000', 'http://[::1]:3000'],
  ['https://vazão.example', 'https://xn--vazo-ioa.example'],
])('%s is an origin, spelled as browsers do', (text, origin) => {
  expect(parseOrigin(text)).toEqual({ ok: true, origin })
})

test.each([
  ['*', 'wildcard'],
  ['https://*.acme.com', 'wildcard'],
  ['null', 'null'],
  ['', 'not-an-address'],
  ['portal.acme.com', 'not-an-address'],
  ['ftp://portal.acme.com', 'not-http'],
  ['file:///portal', 'not-http'],
  ['javascript:alert(1)', 'not-http'],
  ['https://portal.acme.com/', 'more-than-an-origin'],
  ['https://portal.acme.com/path', 'more-than-an-origin'],
  ['https://portal.acme.com?x', 'more-than-an-origin'],
  ['https://portal.acme.com#x', 'more-than-an-origin'],
  ['https://ana@portal.acme.com', 'more-than-an-origin'],
  ['https:portal.acme.com', 'more-than-an-origin'],
  [`https://${'a'.repeat(300)}.com`, 'too-long'],
])('"%s" is refused as %s', (text, reason) => {
  expect(parseOrigin(text)).toEqual({ ok: false, reason })
})

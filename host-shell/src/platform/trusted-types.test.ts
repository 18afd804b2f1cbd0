import { INTEGRITY_REGISTRY_KEY, PUSH_WORKER } from '@atalaia/contracts'
import { guardSinks } from './trusted-types.ts'

type Rules = { createHTML(markup: string): string | null; createScriptURL(address: string): string | null }

const registryKey = Symbol.for(INTEGRITY_REGISTRY_KEY)

const policy = (): Rules => {
  const createPolicy = jest.fn<void, [string, Rules]>()
  Object.assign(globalThis, { trustedTypes: { createPolicy } })
  guardSinks()
  expect(createPolicy.mock.calls.map(([name]) => name)).toEqual(['default'])
  const [[, rules] = []] = createPolicy.mock.calls
  if (!rules) throw new Error('no policy was made')
  return rules
}

afterEach(() => {
  Reflect.deleteProperty(globalThis, 'trustedTypes')
  Reflect.deleteProperty(globalThis, registryKey)
})

test('a browser without Trusted Types gets no policy', () => {
  expect(guardSinks).not.toThrow()
})

// Rule: M-RELEASE-13
// Threat: T-PAGE-1
test("until the release is read, a script may come from the shell's folder alone", () => {
  const { createScriptURL } = policy()
  expect(createScriptURL('/shell/shared.js')).toBe('/shell/shared.js')
  for (const address of [
    '/remotes/mfe-analytics/1.0.0/route.js',
    '/shell/../api/files/x.js',
    '//evil.test/shell/x.js',
    'data:text/javascript,alert(1)',
    `${location.origin}.evil.test/shell/x.js`,
  ])
    expect([address, createScriptURL(address)]).toEqual([address, null])
})

// Rule: M-RELEASE-13
// Threat: T-PAGE-1
test('once the release is read, a script must be one of its files', () => {
  const listed = 'https://elsewhere.test/remotes/mfe-analytics/1.0.0/route.js'
  Object.defineProperty(globalThis, registryKey, { value: new Map([[listed, 'sha384-x']]), configurable: true })
  const { createScriptURL } = policy()
  expect(createScriptURL(listed)).toBe(listed)
  for (const address of ['/shell/shared.js', `${listed}?`, `${listed}#x`, 'https://elsewhere.test/other.js'])
    expect([address, createScriptURL(address)]).toEqual([address, null])
})

// Rule: M-PUSH-7
// Threat: T-PUSH-2
test('the worker of pushes may be registered, before and after the release is read, and nothing beside it', () => {
  const { createScriptURL } = policy()
  for (const known of [undefined, new Map()]) {
    if (known) Object.defineProperty(globalThis, registryKey, { value: known, configurable: true })
    expect(createScriptURL(PUSH_WORKER.script)).toBe(PUSH_WORKER.script)
    for (const address of [
      PUSH_WORKER.scope,
      `${PUSH_WORKER.script}?x`,
      `${PUSH_WORKER.script}#x`,
      `https://evil.test${PUSH_WORKER.script}`,
      '/-/push/../x.js',
    ])
      expect([address, createScriptURL(address)]).toEqual([address, null])
  }
})

// Rule: M-RELEASE-13
// Threat: T-PAGE-2
test.each([
  '',
  '<svg/>',
  'Vendas > 3 & "mais"',
  '<span aria-hidden="true">&#x2212;</span>',
  '<svg aria-hidden="true" xmlns="http://www.w3.org/2000/svg" width="12" height="8" viewBox="0 0 12 8" class="flag"><path fill="#4C7BE1" d="M0 0h12v4H0z"/></svg>',
  '<div class="a-b" title="c">1<br />2</div></div>',
  '<p data-pm-slice="1 1 []">um <strong>dois</strong></p>\n<ul><li>três</li></ul>',
  '<a href="https://atalaia.example/?a=1" rel="noopener" target="_blank">x</a>',
])('markup that can do nothing is taken: %s', (markup) => {
  expect(policy().createHTML(markup)).toBe(markup)
})

// Rule: M-RELEASE-13
// Threat: T-PAGE-2
test.each([
  '<script>alert(1)</script>',
  '<SCRIPT src=x></SCRIPT>',
  '<img src=x onerror=alert(1)>',
  '<div onclick="alert(1)">x</div>',
  '<p class="a"onclick="alert(1)">x</p>',
  "<p class='a' onclick='alert(1)'>x</p>",
  '<p class="a" /onclick=alert(1)>x</p>',
  '<p style="background:url(//evil.test)">x</p>',
  '<p id="root">x</p>',
  '<a href="javascript:alert(1)">x</a>',
  '<a href=" https://x">x</a>',
  '<svg><use href="#x"/></svg>',
  '<svg><path fill="url(https://evil.test/#x)"/></svg>',
  '<svg><animate onbegin="alert(1)"/></svg>',
  '<svg><script>alert(1)</script></svg>',
  '<iframe srcdoc="x"></iframe>',
  '<form action="https://evil.test">',
  '<base href="https://evil.test/">',
  '<!--><img src=x onerror=alert(1)>-->',
  '<![CDATA[x]]>',
  'a < b',
  '<p class="a',
  '<body onload="alert(1)">',
  '<pre\nonclick=alert(1)>',
])('all other markup is refused: %s', (markup) => {
  expect(policy().createHTML(markup)).toBeNull()
})

test('long markup that does not end is refused in one pass', () => {
  expect(policy().createHTML(`${'<p class="a">x'.repeat(50_000)}<`)).toBeNull()
})

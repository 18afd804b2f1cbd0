import { integrityOf } from '@atalaia/contracts/node'
import { releaseSchema, RELEASE_ELEMENT_ID, type Release } from '@atalaia/contracts'
import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { startFailure } from './html.ts'
import { createWorkspace, hash, type Workspace } from '../../../testing/workspace.ts'

let workspace: Workspace
beforeEach(async () => {
  workspace = await createWorkspace()
})
afterEach(() => workspace.remove())

const open = async (
  url: string,
  headers: Record<string, string> = {},
  options: Parameters<Workspace['gateway']>[0] = {},
) => {
  const app = await workspace.gateway(options)
  const answer = await app.inject({ url, headers: { host: 'atalaia.test', ...headers } })
  await app.close()
  return answer
}

const releaseOf = (html: string): Release => {
  const [, json = ''] = html.split(`id="${RELEASE_ELEMENT_ID}">`)
  return releaseSchema.parse(JSON.parse(json.split('</script>')[0] ?? ''))
}

const preloaded = (html: string) =>
  [...html.matchAll(/<link rel="preload" as="(?:script|style)" href="([^"]+)"/g)].map(([, href = '']) =>
    href.replace(`.${hash}`, ''),
  )

const signedIn = { cookie: 'other=1; token=1' }

// Rule: M-RELEASE-1
test('a page carries a release that fits its schema, with every remote in it', async () => {
  const { statusCode, body, headers } = await open('/login')
  expect(statusCode).toBe(200)
  expect(headers['content-type']).toBe('text/html; charset=utf-8')
  expect(headers['cache-control']).toBe('no-store')
  expect(releaseOf(body).remotes.map(({ descriptor }) => descriptor.name)).toEqual([
    'mfe-landing',
    'mfe-auth',
    'mfe-analytics',
  ])
})

// Rule: M-RELEASE-3
test('a page lists the files of what it shows and of login and home; the others are sealed by their hash', async () => {
  const app = await workspace.gateway()
  const remotes = releaseOf((await app.inject('/login')).body).remotes
  const listed = remotes.map(({ descriptor, sealed }) => [
    descriptor.name,
    descriptor.artifact.files.length > 0,
    sealed !== undefined,
  ])
  expect(listed).toEqual([
    ['mfe-landing', false, true],
    ['mfe-auth', true, false],
    ['mfe-analytics', true, false],
  ])
  const [landing] = remotes
  const answer = await app.inject(`${landing?.baseUrl}remote.json`)
  expect(integrityOf(answer.body)).toBe(landing?.sealed)
  expect(answer.json().artifact.files.length).toBeGreaterThan(0)
  expect(releaseOf((await app.inject('/')).body).remotes[0]?.sealed).toBeUndefined()
  await app.close()
})

// Rule: M-RELEASE-2
test('a page preloads all that its route needs, with the integrity and crossorigin of what will use it', async () => {
  const { body } = await open('/login')
  expect(preloaded(body)).toEqual([
    '/shell/shared.js',
    '/shell/http.js',
    '/remotes/mfe-auth/1.2.0/remote-entry.js',
    '/remotes/mfe-auth/1.2.0/route-login.js',
    '/remotes/mfe-auth/1.2.0/route-login.css',
  ])
  const entry = `/remotes/mfe-auth/1.2.0/remote-entry.${hash}.js`
  const integrity = integrityOf('var mfe_auth')
  expect(body).toContain(`href="${entry}" integrity="${integrity}" crossorigin="anonymous"`)
  expect(body).toContain(`<link rel="icon" href="/shell/favicon.${hash}.svg">`)
  expect(body).toContain(`as="font" type="font/woff2" href="/shell/inter.${hash}.woff2"`)
  expect(body).toMatch(
    /<script src="\/shell\/main\.\w+\.js" defer integrity="sha384-[^"]+" crossorigin="anonymous" fetchpriority="high">/,
  )
})

// Rule: M-SPEED-7
test('a page that waits for its code puts its font off, and no other page does', async () => {
  const waiting = (await open('/app/main/analytics', signedIn)).body
  expect(waiting).toContain('<html lang="pt-BR" data-shell="1.0.0" data-late-font>')
  expect(waiting).not.toContain('as="font"')
  for (const path of ['/', '/login', '/nao/existe']) {
    const { body } = await open(path)
    expect(body).toContain('<html lang="pt-BR" data-shell="1.0.0">')
    expect(body).toContain('as="font"')
  }
})

test('/app and /app/main preload the analytics page, with the shared modules that it takes from the shell', async () => {
  const analytics = [
    '/shell/shared.js',
    '/shell/extra.js',
    '/shell/http.js',
    '/remotes/mfe-analytics/1.2.0/remote-entry.js',
    '/remotes/mfe-analytics/1.2.0/route-analytics.js',
  ]
  for (const path of ['/app', '/app/', '/app/main', '/app/main/analytics', '/app/main/analytics?x=1'])
    expect(preloaded((await open(path, signedIn)).body)).toEqual(analytics)
})

test('a session page asked for without a session preloads the login page, to which the shell will lead', async () => {
  const { body, headers } = await open('/app/main/analytics')
  expect(preloaded(body)).toContain('/remotes/mfe-auth/1.2.0/route-login.js')
  expect(headers['x-robots-tag']).toBe('noindex')
})

test('the landing page asked for with a session preloads the analytics page and shows nothing that would vanish', async () => {
  const { body } = await open('/', signedIn)
  expect(preloaded(body)).toContain('/remotes/mfe-analytics/1.2.0/route-analytics.js')
  expect(body).not.toContain('vigia')
})

const descriptions = async (path: string) => (await open(path)).body.match(/<meta name="description"[^>]*>/g)

test('a page that brings no description says what the product is about', async () => {
  for (const path of ['/login', '/nowhere/at/all']) expect(await descriptions(path)).toHaveLength(1)
  // A page that needs a session has its title.
  const { body } = await open('/app/main/analytics', signedIn)
  expect(body).toContain('<meta name="description" content="Analises · Atalaia">')
  // Nor does one whose build gives it no head.
  await workspace.write({ 'mfe-landing/dist/prerender/landing.head.html': '' })
  expect(await descriptions('/')).toHaveLength(1)
})

test('a session page stands in its frame with its title before any script has run', async () => {
  const { body } = await open('/app/main/analytics', signedIn)
  expect(body).toContain('<div id="root"><div class="shell-layout" data-waiting>')
  expect(body).toContain('<p class="ui-page-header__title">Analises</p>')
  expect(body).toContain('<noscript>')
})

// Rule: P-ROUTE-14, M-FAIL-23
test("the words of the shell's own pages stand in the HTML with its styles, before any script has run", async () => {
  const file = 'host-shell/dist/shell.json'
  const manifest = JSON.parse(await readFile(join(workspace.root, file), 'utf8'))
  const ownPages = { error: '<main data-waiting="whole">%BRAND%: erro</main>', notFound: '<main>%BRAND%: 404</main>' }
  await workspace.write({ [file]: JSON.stringify({ ...manifest, ownPages }) })
  const app = await workspace.gateway()
  const root = async (url: string) => /<div id="root">(.*)<\/div>/.exec((await app.inject(url)).body)?.[1]
  expect(await root('/dev/ui')).toBe('')
  expect(await root('/error')).toBe('<main data-waiting="whole">Atalaia: erro</main>')
  expect(await root('/error/')).toBe('<main data-waiting="whole">Atalaia: erro</main>')
  expect(await root('/nao/existe')).toBe('<main>Atalaia: 404</main>')

  const { statusCode, body, headers } = await app.inject('/nao/existe')
  expect(statusCode).toBe(404)
  expect(body).toContain('body { margin: 0 }</style>')
  expect(body).toContain(startFailure.panel)
  expect(body).toContain('<noscript>')
  expect(body).toMatch(/<script src="\/shell\/main\.\w+\.js"[^>]* fetchpriority="low">/)
  const policy = String(headers['content-security-policy'])
  for (const source of startFailure.hashes.scriptHashes) expect(policy).toContain(source)
  const inline = [...body.matchAll(/<style[^>]*>([^<]*)<\/style>/g)].map(([, css = '']) => css)
  expect(inline).toHaveLength(2)
  for (const css of inline) expect(policy).toContain(createHash('sha256').update(css).digest('base64'))
  await app.close()
})

// Rule: M-SPEED-33
test('a first visit paints with the rules that its content needs, and the stylesheet follows the content', async () => {
  const css = `.shell-layout { color: red } .other { color: blue } .shell-layout::after { content: "" }`
  const file = 'host-shell/dist/shell.json'
  const manifest = JSON.parse(await readFile(join(workspace.root, file), 'utf8'))
  const [style] = manifest.styles
  const files = manifest.files.map((entry: { path: string }) =>
    entry.path === style ? { ...entry, integrity: integrityOf(css) } : entry,
  )
  await workspace.write({ [file]: JSON.stringify({ ...manifest, files }), [`host-shell/dist/${style}`]: css })
  const app = await workspace.gateway()
  const headers = { host: 'atalaia.test', ...signedIn }
  const first = await app.inject({ url: '/app/main/analytics', headers })
  const [, inline = ''] = /<style>([^<]*shell-layout[^<]*)<\/style>/.exec(first.body) ?? []
  expect(inline).toContain('::after')
  expect(inline).not.toContain('.other')
  const policy = String(first.headers['content-security-policy'])
  expect(policy).toContain(createHash('sha256').update(inline).digest('base64'))
  const [head = '', body = ''] = first.body.split('<div id="root">')
  expect([head, body].map((part) => part.includes('rel="stylesheet"'))).toEqual([false, true])
  await app.close()
})

test("without words of its own, a shell's error page and 404 page are empty until it has started", async () => {
  for (const path of ['/error', '/nao/existe']) {
    const { body } = await open(path)
    expect(body).toContain('<div id="root"></div>')
    expect(body).toContain('rel="stylesheet"')
  }
})

test('a route with a parameter has one page for all its addresses', async () => {
  const { body, statusCode } = await open('/app/addresses/42', signedIn)
  expect(statusCode).toBe(200)
  expect(preloaded(body)).toContain('/remotes/mfe-analytics/1.2.0/route-address.js')
})

// Rule: M-RELEASE-10
test('a prerendered page stands in the HTML with its styles, its placeholders filled and escaped', async () => {
  const publicConfig = { apiUrl: '/api', demo: false, brand: 'A&B <i>', signIn: { google: null, microsoft: null } }
  const { body, headers } = await open('/', {}, { publicConfig })
  expect(body).toContain(
    '<div id="root"><h1>A&amp;B &lt;i&gt; vigia</h1><img src="/remotes/mfe-landing/1.2.0/tower.png"></div>',
  )
  expect(body).toContain('<link rel="canonical" href="http://atalaia.test/">')
  expect(body).toContain('background: url(/remotes/mfe-landing/1.2.0/night.png)')
  expect(body).toContain('src: url(/shell/inter.woff2)')
  expect(body).toContain(`data-href="http://atalaia.test/remotes/mfe-landing/1.2.0/route-landing.${hash}.css"`)
  expect(headers['content-security-policy']).toMatch(/style-src 'self' 'sha256-[^']+' 'sha256-[^']+';/)
  expect(preloaded(body)).not.toContain('/remotes/mfe-landing/1.2.0/route-landing.css')
  expect(body).not.toContain('<noscript>')
})

// Rule: M-FAIL-23
test('a prerendered page that only waits for its code says so when that does not come', async () => {
  await workspace.write({ 'mfe-landing/dist/prerender/landing.html': '<div data-waiting="whole">%BRAND% Login</div>' })
  const { body, headers } = await open('/')
  expect(body).toContain('<div id="root"><div data-waiting="whole">Atalaia Login</div></div>\n<noscript>')
  expect(body).toContain(startFailure.panel)
  const policy = String(headers['content-security-policy'])
  // Its font comes after its code, which nothing else goes before.
  expect(body).toContain('data-late-font')
  expect(body).not.toContain('as="font"')
  const { styleHashes, scriptHashes } = startFailure.hashes
  for (const source of [...styleHashes, ...scriptHashes]) expect(policy).toContain(source)
})

test('a configured public origin stands in the page instead of the Host header', async () => {
  const { body } = await open('/', {}, { publicOrigin: 'https://atalaia.example' })
  expect(body).toContain('<link rel="canonical" href="https://atalaia.example/">')
})

// Rule: M-GATEWAY-3
// Threat: T-EDGE-6
test('each host gets its own address in the page, and only a few get it compressed', async () => {
  const app = await workspace.gateway()
  const encodingFor = async (host: string, url = '/') =>
    (await app.inject({ url, headers: { host, 'accept-encoding': 'br' } })).headers['content-encoding']
  for (let count = 0; count < 20; count++) {
    const host = `h${count}.test`
    const { body } = await app.inject({ url: '/', headers: { host } })
    expect(body).toContain(`<link rel="canonical" href="http://${host}/">`)
    expect(await encodingFor(host)).toBe(count < 8 ? 'br' : undefined)
  }
  expect(await encodingFor('h0.test')).toBe('br')
  expect(await encodingFor('h19.test', '/app/main/analytics')).toBe('br')
  await app.close()
})

// Threat: T-EDGE-6
test.each(['//[', '//evil.test', '/%5B', '//'])('the address %s is answered', async (url) => {
  const { statusCode } = await open(url)
  expect(statusCode).toBeLessThan(500)
})

test('a host that is no host cannot write into the page', async () => {
  const { body, statusCode } = await open('/', { host: '"><script>alert(1)</script>' })
  expect(statusCode).toBe(400)
  expect(body).not.toContain('<script>alert(1)')
})

// Rule: M-RELEASE-12
test('the boot script stands first in the body, and the policy allows it by its hash and no other inline script', async () => {
  const { body, headers } = await open('/login')
  const [, boot = ''] = /<body class="dark">\n<script>([^<]+)<\/script>/.exec(body) ?? []
  expect(boot).toBe('document.body.className = "dark"')
  const policy = String(headers['content-security-policy'])
  const [, failure, ofBoot] = /script-src 'self' (\S+) (\S+);/.exec(policy) ?? []
  expect(startFailure.hashes.scriptHashes).toEqual([failure])
  expect(ofBoot).toBe(`'sha256-${createHash('sha256').update(boot).digest('base64')}'`)
  expect(policy).not.toContain('unsafe')
  expect(policy).toContain("frame-ancestors 'none'")
})

// Rule: M-RELEASE-5
test.each([
  ['was changed', 'document.body.className = "evil"'],
  ['could end the element', 'document.body.className = "</script>"'],
])('a boot script that %s does not stand in the page: its file is held to the hash by the browser', async (_, text) => {
  await writeFile(join(workspace.shellDir, `boot.${hash}.js`), text)
  const { body, headers } = await open('/login')
  expect(body).toMatch(
    /<body class="dark">\n<script src="\/shell\/boot\.[^"]+" integrity="[^"]+" crossorigin="anonymous"><\/script>/,
  )
  expect(body).not.toContain(text)
  expect(headers['content-security-policy']).toContain(`script-src 'self' ${startFailure.hashes.scriptHashes[0]};`)
})

// Rule: M-SPEED-4
test('the calls of a screen are named on its page for those who claim a session, and on no other page', async () => {
  const calls = 'data-calls="/api/emails" data-remote="mfe-analytics"'
  expect((await open('/app/main/analytics', signedIn)).body).toContain(calls)
  expect((await open('/login', signedIn)).body).toContain(calls)
  for (const path of ['/app/main/analytics', '/', '/app?token=secret'])
    expect((await open(path)).body).not.toContain(calls)
  expect((await open('/app/addresses/1', signedIn)).body).not.toContain('data-calls')
})

// Rule: M-RELEASE-13
// Threat: T-PAGE-1, T-PAGE-2
test('text becomes neither markup nor a script, but by the policies that the page names', async () => {
  for (const path of ['/', '/login', '/app/main/analytics', '/nada', '/app?token=secret']) {
    const policy = String((await open(path)).headers['content-security-policy'])
    expect([path, policy]).toEqual([
      path,
      expect.stringMatching(
        /; require-trusted-types-for 'script'; trusted-types default highcharts 'allow-duplicates'$/,
      ),
    ])
  }
})

// Rule: M-FAIL-23
// Threat: T-PAGE-3
test('a page that needs its scripts brings the text of their failure, and a page that reads without them does not', async () => {
  for (const path of ['/login', '/app/main/analytics', '/nada', '/app?token=secret']) {
    const { body, headers } = await open(path)
    expect(body).toContain('<h1>Não foi possível iniciar a página</h1>')
    const policy = String(headers['content-security-policy'])
    for (const [tag, directive] of [
      ['style', 'style-src'],
      ['script', 'script-src'],
    ] as const) {
      const [, text = ''] = new RegExp(`<${tag}>([^<]*)</${tag}>`).exec(body) ?? []
      const digest = createHash('sha256').update(text).digest('base64')
      expect(policy).toContain(`${directive} 'self' 'sha256-${digest}'`)
    }
  }
  const landing = await open('/')
  expect(landing.body).not.toContain('Não foi possível iniciar a página')
  expect(landing.headers['content-security-policy']).toMatch(/script-src 'self' 'sha256-[^ ]+';/)
})

// Rule: M-GATEWAY-4, P-SESSION-6
test('an address with a login token gets only the boot script, and is told to no one', async () => {
  const { body, headers } = await open('/app?token=secret')
  expect(headers['referrer-policy']).toBe('no-referrer')
  expect(headers['cache-control']).toBe('no-store')
  expect(body.match(/^<script.*/gm)).toEqual(['<script>document.body.className = "dark"</script>'])
  expect(body).not.toMatch(/src="|preload|stylesheet|secret|atalaia-release/)
})

// Rule: M-GATEWAY-5, P-ROUTE-4
test('an unknown page gets the shell with status 404, an unknown file plain text', async () => {
  const page = await open('/nada')
  expect(page.statusCode).toBe(404)
  expect(releaseOf(page.body).remotes).toHaveLength(3)
  for (const path of ['/nada.js', '/remotes/mfe-auth', '/shell/nada', '/remotes/mfe-auth/1.2.0/nada', '/robots.php']) {
    const file = await open(path)
    expect(file.statusCode).toBe(404)
    expect(file.headers['content-type']).toBe('text/plain; charset=utf-8')
  }
})

// Rule: M-GATEWAY-5, M-RELEASE-2
test.each(['/LOGIN', '/login/', '/%6cogin'])('the page at %s is the one that the router shows there', async (path) => {
  const { statusCode, body } = await open(path)
  expect(statusCode).toBe(200)
  expect(body).toContain(`/remotes/mfe-auth/1.2.0/route-login.${hash}.js`)
})

// Rule: M-GATEWAY-6
test('a page comes compressed for whoever takes that', async () => {
  const plain = await open('/login')
  const brotli = await open('/login', { 'accept-encoding': 'gzip, br' })
  const gzip = await open('/login', { 'accept-encoding': 'gzip, br;q=0' })
  expect(plain.headers['content-encoding']).toBeUndefined()
  expect(brotli.headers['content-encoding']).toBe('br')
  expect(gzip.headers['content-encoding']).toBe('gzip')
  expect(brotli.rawPayload.length).toBeLessThan(plain.rawPayload.length)
})

// Rule: M-GATEWAY-3
test('what the release says cannot end the element that carries it', async () => {
  const publicConfig = {
    apiUrl: '/api',
    demo: false,
    brand: '</script><script>',
    signIn: { google: null, microsoft: null },
  }
  const { body } = await open('/login', {}, { publicConfig })
  expect(body).not.toContain('</script><script>')
  expect(releaseOf(body).config.brand).toBe('</script><script>')
})

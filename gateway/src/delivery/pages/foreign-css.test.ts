import { integrityOf } from '@atalaia/contracts/node'
import { createBuild, type Build } from '../../../testing/archives.ts'
import { createPublished, openTestDatabase, order, publishBuild } from '../../../testing/published.ts'
import { sourceHash } from './html.ts'

const NAME = 'mfe-novo'

const withCss = (version: string, css: string): Build => {
  const { descriptor, files } = createBuild(NAME, version)
  const path = 'route-page.css'
  const listed = { path, bytes: Buffer.byteLength(css), integrity: integrityOf(css) }
  const artifact = {
    ...descriptor.artifact,
    files: [...descriptor.artifact.files, listed],
    routeFiles: { page: [path] },
  }
  return { descriptor: { ...descriptor, artifact }, files: { ...files, [path]: css } }
}

const STYLE = /<style[^>]*>([^]*?)<\/style[\s>/]/gi
const hostile = [
  '.a::after{content:"</style><script>alert(1)</script>"}',
  '/* </STYLE\n> <img src=x onerror=alert(1)> */',
  '</style/><base href="https://evil.example/">',
  '<!-- </script> --> <![CDATA[ </style x="',
].join('\n')

// Threat: T-EDGE-8
test('the stylesheet of a published remote ends nothing of the page that it stands in, and changes nothing around it', async () => {
  const stage = await createPublished(await openTestDatabase())
  const token = await stage.tokenOf(NAME)
  const pageWith = async (version: string, css: string) => {
    expect((await publishBuild(stage.app, token, withCss(version, css))).statusCode).toBe(201)
    expect((await order(stage.app, token, `${NAME}/promote`, { version })).statusCode).toBe(200)
    const { body, headers } = await stage.app.inject({ url: '/app/novo', headers: { cookie: 'token=1' } })
    const styles = [...body.matchAll(STYLE)].map(([, text = '']) => text)
    // All but the styles, the release, and what names the version.
    const rest = body.replaceAll(STYLE, '').replace(/<script type="application\/json"[^]*/, '')
    const around = rest.replaceAll(/\d\.0\.0|[0-9a-f]{20}|sha384-[^"]+/g, '')
    return { styles, around, policy: String(headers['content-security-policy']) }
  }
  const harmless = await pageWith('1.0.0', '.a{color:red}')
  const foreign = await pageWith('2.0.0', hostile)
  expect(harmless.styles).toHaveLength(2)
  expect(foreign.styles).toHaveLength(2)
  expect(foreign.around).toBe(harmless.around)
  for (const text of foreign.styles) expect(foreign.policy).toContain(sourceHash(text))
  await stage.close()
})

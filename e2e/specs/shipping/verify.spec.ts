import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { findTestBrowser, root } from '@atalaia/stack'
import { fixtureVariant } from '../../testing/remote-variant.ts'
import { expect, test } from '../../testing/shipping-test.ts'

test.use({ shippingEnv: { VERDICTS: 'required' } })

const NAME = 'mfe-fixture'

const faults = [
  { in: /^route-facts.*js$/, text: '("render")', by: '("render");if(globalThis)return null' },
  {
    in: /^route-event.*js$/,
    text: 'children:"Evento"',
    by: `children:(${[
      'fetch("/api/emails",{headers:{authorization:localStorage.getItem("access_token")}}).catch(()=>0)',
      'fetch("/-/release?"+localStorage.getItem("access_token")).catch(()=>0)',
      'fetch("/-/doctor").catch(()=>0)',
      'setTimeout(()=>{throw new Error("nobody catches this")})',
      'console.error("something is wrong")',
      '"Evento"',
    ].join()})`,
  },
  {
    in: /^route-late.*js$/,
    text: 'children:"Depois"',
    by: 'children:(addEventListener("resize",()=>0),setInterval(()=>0,9e5),"Depois")',
  },
] as const

// Rule: M-VERIFY-1, M-VERIFY-4, M-VERIFY-5, M-VERIFY-6, M-VERIFY-26
test('a good version passes in a real browser and is promoted; of others each fault is named, and the gate refuses them', async ({
  shipping,
}) => {
  const folder = await mkdtemp(join(tmpdir(), 'atalaia-verify-'))
  const key = join(folder, 'key.pem')
  const publish = async (...[options]: Parameters<typeof fixtureVariant>) => {
    const variant = await fixtureVariant(options)
    await shipping.remotes(['publish', variant.folder])
    await variant.remove()
  }
  const remotes = async (...args: string[]) => {
    const env = {
      ...process.env,
      DATA_DIR: shipping.dataDir,
      VERDICTS: 'required',
      GATEWAY_URL: shipping.url,
      DEPLOY_TOKEN: '',
      CHROMIUM_PATH: findTestBrowser() ?? '',
    }
    const called = promisify(execFile)(process.execPath, [join(root, 'gateway/src/cli/remotes.ts'), ...args], { env })
    const { stdout, stderr } = await called.catch((error: { stdout: string; stderr: string }) => error)
    return { stdout, stderr }
  }
  await remotes('grant', NAME, 'api', '--ahead')
  const verify = async (version: string) => {
    const { stdout, stderr } = await remotes(
      'verify',
      NAME,
      version,
      '--json',
      '--no-sandbox',
      '--key',
      key,
      '--as',
      'ci',
    )
    expect(stderr).toBe('')
    const { status, findings, visits } = JSON.parse(stdout)
    return {
      status,
      visits,
      findings: findings.map((one: Record<string, string>) => `${one['code']} ${one['route']}: ${one['message']}`),
    }
  }

  const { stdout } = await remotes('verify', NAME, '1.0.0', '--new-key', key)
  await shipping.remotes(['verifiers', 'add', 'ci', stdout.split('\n')[0] ?? ''])
  await publish({ version: '1.1.0' })
  expect((await remotes('promote', NAME, '1.1.0')).stderr).toContain('not-verified')
  const good = await verify('1.1.0')
  expect(good).toMatchObject({ status: 'good', findings: [] })
  expect(good.visits).toEqual(
    ['facts', 'event', 'late'].map((route) => expect.objectContaining({ route, shown: true })),
  )
  expect(await shipping.remotes(['promote', NAME, '1.1.0'])).toContain('promote 1.1.0')

  await publish({
    version: '1.2.0',
    replace: faults,
    edit: (descriptor) => ({
      ...descriptor,
      budget: { routes: { event: 1000 } },
      artifact: {
        ...descriptor.artifact,
        shared: [
          ...descriptor.artifact.shared.filter(({ name }) => name !== 'react/jsx-runtime'),
          { name: 'react-dom', version: '19.3.1', requiredVersion: '^19.3.1' },
        ],
      },
    }),
  })
  const bad = await verify('1.2.0')
  expect(bad.status).toBe('failed')
  const expected: readonly RegExp[] = [
    /^empty facts: it renders nothing/,
    /^console-error event: something is wrong/,
    /^uncaught-error event: nobody catches this/,
    /^not-granted event: it sends the session’s token with GET \/api\/emails/,
    /^not-granted event: the session’s token goes to .*\/-\/release/,
    /^left-behind late: each time it is opened and left, it leaves \d+ listeners/,
    /^left-behind late: each time it is opened and left, it leaves \d+ intervals/,
    /^not-granted event: it reads the session’s token from storage/,
    /^foreign-request event: it asks for GET \/-\/doctor/,
    /^budget event: route event: \d+ bytes, \d+ over its budget of 1000/,
    /^shared-undeclared null: it takes react\/jsx-runtime of the page/,
    /^shared-unused null: its descriptor shares react-dom/,
  ]
  for (const finding of expected) expect(bad.findings).toContainEqual(expect.stringMatching(finding))
  const refused = (await remotes('promote', NAME, '1.2.0')).stderr
  expect(refused).toContain('verdict-failed')
  expect(refused).toContain('it renders nothing')

  await publish({
    version: '1.3.0',
    replace: [{ in: /^remote\..*js$/, text: 'localStorage.getItem("fixture:fault")===', by: '"activate"===' }],
  })
  const broken = await verify('1.3.0')
  expect(broken.findings[0]).toMatch(/^not-shown facts: activate failed: fixture fault while activate/)
  expect(broken.visits).toEqual(Array(3).fill(expect.objectContaining({ shown: false })))
  await rm(folder, { recursive: true })
})

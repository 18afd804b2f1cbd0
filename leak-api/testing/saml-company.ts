import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql, type Database } from '@atalaia/database'
import { migrate } from '../src/base/store/store.ts'
import { emptyDatabase, openTestDatabase } from './each-database.ts'
import { createIdentityCommands } from './identity-commands.ts'
import { startSamlProvider } from './saml.ts'
import { createTestApi, PASSWORD } from './test-api.ts'

export const ORIGIN = 'http://localhost:3000'
export const [ACME, RIVAL] = ['0f9c7c6e-4f0e-4a70-9f0e-0c0ffee00001', '0f9c7c6e-4f0e-4a70-9f0e-0c0ffee00002'] as const
export const returnPath = (key: string) => `/api/identidade/${key}/retorno`

type SamlProvider = Awaited<ReturnType<typeof startSamlProvider>>

const createSamlCompany = async (database: Database, provider: SamlProvider) => {
  await emptyDatabase(database)
  // The provider runs by the real clock.
  const now = new Date().toISOString()
  const api = await createTestApi(database, { logLevel: 'trace' })
  api.clock.set(now)
  const run = createIdentityCommands(api)
  const metadataFile = join(api.tools.dataDir, 'metadata.xml')
  writeFileSync(metadataFile, provider.metadata)
  const post = (path: string, token: string, payload: object = {}) =>
    api.app.inject({ method: 'POST', url: `/api${path}`, headers: { authorization: `Bearer ${token}` }, payload })

  const createCompany = async (domain: string, key: string, more = ''): Promise<string> => {
    const owner = await api.tokenOf(`dona@${domain}`)
    await post('/dominios', owner, { dominio: domain })
    await database.script('UPDATE watched_domain SET proved_at = added_at')
    const set = `identity set ${domain} --account dona@${domain} --metadata ${metadataFile} --trust-addresses${more}`
    expect(await run(set)).toMatch(/^0 .*entity ID PUBLIC_ORIGIN\/api\/identidade\/.*\/metadados/)
    await database.execute(sql`UPDATE company_provider SET id = ${key}::uuid WHERE domain = ${domain}`)
    return owner
  }
  const owner = await createCompany('acme.com', ACME, ' --role analyst')
  const introduce = async (key: string) =>
    provider.introduce((await api.app.inject({ url: `/api/identidade/${key}/metadados` })).body)
  await introduce(ACME)
  await provider.setUsers({ ana: { email: 'ana@acme.com' } })
  await provider.setFaults({})

  const createBrowser = () => {
    const cookies = new Map<string, string>()
    const call = async (url: string, payload?: object | string) => {
      const answer = await api.app.inject({
        url,
        method: payload === undefined ? 'GET' : 'POST',
        headers: {
          cookie: [...cookies].map((pair) => pair.join('=')).join('; '),
          ...(typeof payload === 'string' && { 'content-type': 'application/x-www-form-urlencoded' }),
        },
        ...(payload !== undefined && { payload }),
      })
      for (const set of [answer.headers['set-cookie'] ?? []].flat()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? []
        cookies.set(name, value)
      }
      return answer
    }
    const pageOf = ({ headers }: Awaited<ReturnType<typeof call>>) => headers.location?.replace(ORIGIN, '') ?? ''
    return {
      begin: async (key: string = ACME) =>
        (await call(`/api/identidade/${key}/entrar?next=/app/conta`)).headers.location ?? '',
      bring: async (xml: string, key: string = ACME) => {
        const kept = [...cookies]
        cookies.clear()
        const SAMLResponse = Buffer.from(xml).toString('base64')
        const page = pageOf(await call(returnPath(key), new URLSearchParams({ SAMLResponse }).toString()))
        for (const [name, value] of kept) if (!cookies.has(name)) cookies.set(name, value)
        return page
      },
      comeBack: async (key: string = ACME) => pageOf(await call(returnPath(key))),
      end: async () => (await call('/api/identidade/concluir', {})).json(),
      link: async (senha = PASSWORD) => (await call('/api/identidade/ligar', { senha })).json(),
    }
  }
  type Browser = ReturnType<typeof createBrowser>

  return {
    database,
    provider,
    api,
    run,
    owner,
    metadataFile,
    post,
    createCompany,
    introduce,
    createBrowser,
    signIn: async (browser: Browser, login = 'ana', key: string = ACME, change = (xml: string) => xml) => {
      const { xml } = await provider.signIn(await browser.begin(key), login)
      const next = await browser.bring(change(xml), key)
      return next === returnPath(key) ? browser.comeBack(key) : next
    },
    tokenOf: async (browser: Browser): Promise<string> => (await browser.end()).access_token,
    organisationsOf: async (token: string) => (await api.get('/organizacoes', token)).json(),
  }
}

export type SamlCompany = Awaited<ReturnType<typeof createSamlCompany>>

export const eachSamlCompany = (begin: (company: SamlCompany) => void | Promise<void>): void => {
  let database: Database
  let provider: SamlProvider
  beforeAll(async () => {
    database = await openTestDatabase()
    await migrate(database)
    provider = await startSamlProvider()
  })
  afterAll(async () => {
    provider.stop()
    await database.close()
  })
  beforeEach(async () => begin(await createSamlCompany(database, provider)))
}

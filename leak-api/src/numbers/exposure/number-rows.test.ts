import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { exposureSchema } from '@atalaia/contracts'
import { numberRowsSchema, ROW_NUMBERS, type RowNumber } from '@atalaia/contracts/number-rows'
import type { Database } from '@atalaia/database'
import { onPostgres } from '../../../testing/each-database.ts'
import { createPortal } from '../../../testing/portal.ts'
import { createTestApi } from '../../../testing/test-api.ts'
import { runImport } from '../../leaks/importing/run-import.ts'
import { packFolder } from '../../leaks/reading/pack-folder.ts'

const ADDRESS = 'caixa@acme.com'

const folderOf = (logs: Readonly<Record<string, { readonly day: string; readonly lines: readonly string[] }>>) => {
  const folder = mkdtempSync(join(tmpdir(), 'logs-'))
  for (const [machine, { day, lines }] of Object.entries(logs)) {
    const log = join(folder, machine)
    mkdirSync(log)
    writeFileSync(join(log, 'System.txt'), `Computer Name: PC-ANA\nHWID: ${machine}\nLocal Date: ${day} 10:11:12`)
    writeFileSync(join(log, 'Passwords.txt'), lines.join('\n'))
  }
  return folder
}
const entry = (host: string, password: string) => `URL: https://${host}/in\nUSER: ${ADDRESS}\nPASS: ${password}\n`

const createWorld = async (database: Database) => {
  const api = await createTestApi(database)
  const token = await api.tokenOf('ana@acme.com')
  await api.add(ADDRESS, token)
  const importLogs = async (source: string, logs: Parameters<typeof folderOf>[0]) =>
    runImport(api.tools, { content: packFolder(folderOf(logs)), fileName: 'logs', source })
  const address = async () =>
    exposureSchema.parse((await api.get(`/emails/${encodeURIComponent(ADDRESS)}`, token)).json())
  const ask = (query: string, by = token) => api.get(`/emails/${encodeURIComponent(ADDRESS)}/linhas?${query}`, by)
  const rowsOf = async (numero: RowNumber, fonte?: string, depois = 0) => {
    const query = new URLSearchParams({ numero, depois: String(depois), ...(fonte && { fonte }) })
    return numberRowsSchema.parse((await ask(query.toString())).json())
  }
  return { api, token, importLogs, address, ask, rowsOf }
}

onPostgres((database) => {
  // Rule: P-ADDRESS-12
  test('each number of a source has as many rows as it counts, and no password, hash or machine is told', async () => {
    const { api, importLogs, address, ask, rowsOf } = await createWorld(database())
    await api.importText('forum', `${ADDRESS}:um segredo\n${ADDRESS}:5f4dcc3b5aa765d61d8327deb882cf99`, '2026-11-01')
    await importLogs('log', {
      AB1234CD01: { day: '03.11.2026', lines: [entry('x.org', 'um segredo'), entry('banco.com.br', 'outra')] },
      AB1234CD02: { day: '05.11.2026', lines: [entry('x.org', 'um segredo')] },
    })
    const { fontes } = await address()
    for (const { fonte, ...numbers } of fontes) {
      const counted = [
        numbers.numero_senhas,
        numbers.senhas_repetidas,
        numbers.numero_hashes,
        numbers.maquinas,
        numbers.numero_sites,
      ]
      for (const [at, number] of ROW_NUMBERS.entries()) {
        const { total, linhas } = await rowsOf(number, fonte)
        expect([fonte, number, total, linhas.length]).toEqual([fonte, number, counted[at], counted[at]])
      }
    }
    expect((await rowsOf('senhas', 'log')).linhas).toEqual([
      { ordem: 1, nome: null, dia: '2026-11-03', ultimo: '2026-11-05', tipos: [], fontes: ['forum', 'log'] },
      { ordem: 2, nome: null, dia: '2026-11-03', ultimo: '2026-11-03', tipos: [], fontes: ['log'] },
    ])
    expect((await rowsOf('repetidas', 'log')).linhas.map(({ ordem }) => ordem)).toEqual([1])
    expect((await rowsOf('hashes', 'forum')).linhas).toMatchObject([{ tipos: ['md5'], fontes: ['forum'] }])
    expect((await rowsOf('computadores', 'log')).linhas).toMatchObject([
      { ordem: 1, nome: null, dia: '2026-11-03', ultimo: '2026-11-03' },
      { ordem: 2, nome: null, dia: '2026-11-05', ultimo: '2026-11-05' },
    ])
    expect((await rowsOf('sites', 'log')).linhas).toMatchObject([
      { nome: 'banco.com.br', dia: '2026-11-03' },
      { nome: 'x.org', dia: '2026-11-03', ultimo: '2026-11-05' },
    ])
    // Without a source those of the address.
    expect((await rowsOf('senhas')).linhas.map(({ ordem, fontes: names }) => [ordem, names])).toEqual([
      [1, ['forum', 'log']],
      [2, ['log']],
    ])
    const said = await Promise.all(ROW_NUMBERS.map(async (number) => (await ask(`numero=${number}`)).body))
    expect(said.join()).not.toMatch(/segredo|outra|5f4dcc|AB1234|PC-ANA/)
  })

  // Rule: P-ADDRESS-12, P-ADDRESS-13
  test('rows come a hundred at a time, and go on where those of the address end', async () => {
    const { api, address, rowsOf, ask } = await createWorld(database())
    const numbers = Array.from({ length: 205 }, (_, at) => String(at + 1).padStart(3, '0'))
    await api.importText('forum', numbers.map((at) => `https://s${at}.org/:${ADDRESS}:p${at}`).join('\n'), '2026-11-01')
    await api.importText('outro', numbers.map((at) => `${ADDRESS}:p${at}`).join('\n'), '2026-11-02')
    const told = await address()
    expect([told.numero_senhas, told.senhas.length, told.fontes.map(({ sites }) => sites.length)]).toEqual([
      205,
      200,
      [0, 20],
    ])
    const pages = await Promise.all([0, 100, 200, 300].map(async (after) => rowsOf('senhas', undefined, after)))
    expect(pages.map(({ total, linhas }) => [total, linhas.length])).toEqual([
      [205, 100],
      [205, 100],
      [205, 5],
      [205, 0],
    ])
    expect(pages.flatMap(({ linhas }) => linhas.map(({ ordem }) => ordem))).toEqual(numbers.map(Number))
    const [first, rest] = [told.fontes[1]?.sites ?? [], await rowsOf('sites', 'forum', 20)]
    expect([...first, ...rest.linhas.map(({ nome }) => nome)]).toEqual(numbers.slice(0, 120).map((at) => `s${at}.org`))
    for (const query of ['', 'numero=tudo', 'numero=senhas&depois=-1', 'numero=senhas&depois=9999999'])
      expect([query, (await ask(query)).statusCode]).toEqual([query, 400])
    expect(await rowsOf('senhas', 'inventada')).toEqual({ total: 0, linhas: [] })
  })

  // Rule: P-ADDRESS-13
  test('an address with 150,000 lines has its rows within the time of a statement', async () => {
    const { api, rowsOf } = await createWorld(database())
    for (const source of ['forum', 'loja', 'blog']) await api.importText(source, `${ADDRESS}:um`, '2026-11-01')
    await database().script(`INSERT INTO credential (address, pair, fingerprint, sighting, domain, local)
      SELECT address_key, hash64(n || ' ' || sighting.id), md5((n % 40000)::text)::uuid, sighting.id, domain_key, local_part
      FROM monitored_address CROSS JOIN sighting CROSS JOIN generate_series(1, 50000) AS n`)
    const { total, linhas } = await rowsOf('senhas', 'forum', 30_000)
    expect([total, linhas.length, linhas[0]?.ordem]).toEqual([40_001, 100, 30_001])
  })

  // Rule: P-ADDRESS-13, M-PRIVACY-3
  test('another organisation and a portal without the scope get no rows, and sources that do not count have none', async () => {
    const { api, ask, rowsOf } = await createWorld(database())
    await api.importText('forum', `${ADDRESS}:um`)
    await api.importInvented('inventada', `${ADDRESS}:dois`)
    expect((await rowsOf('senhas')).linhas.map(({ fontes }) => fontes)).toEqual([['forum']])
    expect((await rowsOf('senhas', 'inventada')).total).toBe(0)
    const rival = await api.tokenOf('rui@rival.com')
    const portal = createPortal(api)
    const [seeing, blind] = [
      await portal.tokenOf(await portal.createClient('ana@acme.com', 'addresses:read')),
      await portal.tokenOf(await portal.createClient('ana@acme.com', 'leaks:read cases:read')),
    ]
    for (const [by, status] of [
      [rival, 404],
      [seeing, 200],
      [blind, 403],
      ['forged', 401],
    ] as const)
      expect((await ask('numero=senhas', by)).statusCode).toBe(status)
  })
})

import { exposureSchema } from '@atalaia/contracts'
import { caseSourcesSchema } from '@atalaia/contracts/cases'
import { numberRowsSchema } from '@atalaia/contracts/number-rows'
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onPostgres } from '../../testing/each-database.ts'
import { createKeyCalls } from '../../testing/hibp.ts'
import { pdfText } from '../../testing/read-pdf.ts'
import { createTestApi } from '../../testing/test-api.ts'
import { runImport } from '../leaks/importing/run-import.ts'
import { packFolder } from '../leaks/reading/pack-folder.ts'

const ADDRESS = 'caixa@acme.com'

onPostgres((database) => {
  // Rule: P-SEVERITY-6, M-IMPORT-24
  test('a leak without a day has none in lists, rows, reports and findings, and is the last of its address', async () => {
    const api = await createTestApi(database())
    const token = await api.tokenOf('ana@acme.com')
    const { makeKey, ask } = createKeyCalls(api)
    const { key } = await makeKey('ana@acme.com', 'findings:read')
    await api.add(ADDRESS, token)
    await api.importText('velha', `${ADDRESS}:um`, '2020-01-02')
    await api.importText('sem-dia', `${ADDRESS}:dois`, null)

    const { fontes } = exposureSchema.parse((await api.get(`/emails/${ADDRESS}`, token)).json())
    expect(fontes.map(({ fonte }) => fonte)).toEqual(['velha', 'sem-dia'])
    const rows = numberRowsSchema.parse((await api.get(`/emails/${ADDRESS}/linhas?numero=senhas`, token)).json())
    expect(rows.linhas.map(({ fontes: names, dia, dia_informado: isTold }) => [names, dia, isTold])).toEqual([
      [['velha'], '2020-01-02', undefined],
      [['sem-dia'], '2026-11-21', false],
    ])
    expect((await api.get('/dashboard/fontes', token)).json().fontes).toMatchObject([
      { fonte: 'sem-dia', dia_informado: false },
      { fonte: 'velha', vazou_em: '2020-01-02' },
    ])
    const sources = caseSourcesSchema.parse((await api.get('/casos/fontes?ordem=vazou', token)).json())
    expect(sources.linhas.map(({ fonte, vazou_em: day }) => [fonte, day])).toEqual([
      ['velha', '2020-01-02'],
      ['sem-dia', null],
    ])
    const findings = (await ask('/v1/findings', key)).json().data
    expect(findings.map(({ seen_on: day }: { seen_on: unknown }) => day)).toEqual(['2020-01-02', null])
    const [latest] = (await api.get('/dashboard/resumo', token)).json().ultimos_3_relatorios
    const text = await pdfText((await api.app.inject({ url: latest.url })).rawPayload)
    expect(text).toContain('Visto em 2 de janeiro de 2020')
    expect(text).toContain('Dia não informado. Vazaram o endereço')
    expect(text).not.toContain('Visto em 21 de novembro')
  })

  // Rule: P-SEVERITY-6, M-IMPORT-24
  test("a log's own day is known, even if it is the day of the import", async () => {
    const api = await createTestApi(database())
    const token = await api.tokenOf('ana@acme.com')
    await api.add(ADDRESS, token)
    const folder = mkdtempSync(join(tmpdir(), 'log-'))
    mkdirSync(join(folder, 'PC'))
    writeFileSync(join(folder, 'PC', 'System.txt'), 'HWID: AB1234CD01\nLocal Date: 21.11.2026 10:11:12')
    writeFileSync(join(folder, 'PC', 'Passwords.txt'), `URL: https://x.org/\nUSER: ${ADDRESS}\nPASS: um\n`)
    await runImport(api.tools, { content: packFolder(folder), fileName: 'logs', source: 'log' })
    const [found] = exposureSchema.parse((await api.get(`/emails/${ADDRESS}`, token)).json()).fontes
    expect(found).toMatchObject({ dia: '2026-11-21' })
    expect(found).not.toHaveProperty('dia_informado')
    expect(found?.gravidade.motivos.map(({ motivo }) => motivo)).toContain('ate-90-dias')
  })

  // Rule: P-CASE-4
  test('a file without a day and without a new password opens no closed case again', async () => {
    const api = await createTestApi(database())
    const token = await api.tokenOf('ana@acme.com')
    await api.add(ADDRESS, token)
    await api.importText('forum', `${ADDRESS}:um`, '2020-01-02')
    const listed = async () => (await api.get('/casos?estado=todos', token)).json().linhas
    const [{ endereco }] = await listed()
    const payload = { casos: [{ endereco, fonte: 'forum' }], mudanca: { estado: 'tratado' } }
    const headers = { authorization: `Bearer ${token}` }
    await api.app.inject({ method: 'POST', url: '/api/casos/mudar', headers, payload })
    await api.importText('forum', `${ADDRESS}:um\nrh@acme.com:dois`, null)
    expect(await listed()).toMatchObject([{ estado: 'tratado' }])
  })
})

import { incidentSchema } from '@atalaia/contracts/incidents'
import Pdf from 'pdfkit'
import { onPostgres } from '../../../testing/each-database.ts'
import { createTestApi } from '../../../testing/test-api.ts'

onPostgres((database) => {
  // Rule: P-REPORT-34
  test('reports and the dossier of an incident are drawn without a page in the thread of the API', async () => {
    const api = await createTestApi(database())
    const token = await api.tokenOf('ana@acme.com')
    const post = async (path: string, payload: object) => {
      const headers = { authorization: `Bearer ${token}` }
      return (await api.app.inject({ method: 'POST', url: `/api${path}`, headers, payload })).json()
    }
    await api.importText('forum', 'ana@acme.com:um', '2026-11-01')
    await api.add('ana@acme.com', token)
    const { ultimos_3_relatorios: changes } = (await api.get('/dashboard/resumo', token)).json()
    const organisation = await post('/relatorios', { meses: '1' })
    const address = await post('/relatorios', { endereco: 'ana@acme.com', meses: '1' })
    const wanted = { nome: 'Fórum', conhecido_em: '2026-11-19T18:00:00Z', pequeno_porte: false, casos: [] }
    const { id } = incidentSchema.parse(await post('/incidentes', wanted))

    const pages = jest.spyOn(Pdf.prototype, 'addPage')
    for (const { url } of [changes[0], organisation, address]) {
      const { rawPayload } = await api.app.inject({ url })
      expect(rawPayload.subarray(0, 5).toString()).toBe('%PDF-')
    }
    const dossier = (await api.get(`/incidentes/${id}/dossie?formato=pdf`, token)).json()
    expect(Buffer.from(dossier.arquivo, 'base64').subarray(0, 5).toString()).toBe('%PDF-')
    expect(pages).not.toHaveBeenCalled()
    new Pdf().end()
    expect(pages).toHaveBeenCalledTimes(1)
  })
})

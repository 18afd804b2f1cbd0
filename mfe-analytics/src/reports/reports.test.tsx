import type { ListedLeakReport, ReportPage } from '@atalaia/contracts/leak-reports'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createHash, webcrypto } from 'node:crypto'
import { openScreen, type Answers } from '../testing/open-screen.tsx'

const PLACE = '/app/main/analytics/relatorios'
const monthly: ListedLeakReport = {
  id: '1',
  tipo: 'organizacao',
  motivo: 'mensal',
  titulo: 'ACME',
  dia: '2026-11-01',
  de: '2026-10-01',
  ate: '2026-10-31',
  url: '/api/relatorios/1?expira=1&assinatura=x',
}
const change: ListedLeakReport = {
  ...monthly,
  id: '2',
  tipo: 'mudanca',
  motivo: 'mudanca',
  titulo: 'ana@acme.com',
  de: null,
  dia: '2026-11-20',
  ate: '2026-11-20',
}
const pageOf = (...relatorios: ListedLeakReport[]): ReportPage => ({
  encontrados: relatorios.length,
  relatorios,
  pode_fazer: true,
})
const body = (value: unknown) => ({ kind: 'body', body: value }) as const
const open = (more: Answers = {}, role?: 'reader') =>
  openScreen({ '/relatorios': body(pageOf(change, monthly)), ...more }, { at: PLACE, ...(role && { role }) })
const button = (name: string) => screen.getByRole('button', { name })

// Rule: P-REPORT-1, P-DASH-7
test('all reports are listed with their kind and period, and open in a new tab', async () => {
  const { calls } = await open({ '/relatorios?tipo=mudanca': body(pageOf()) })
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Relatórios')
  const link = screen.getByRole('link', { name: /^ACME/ })
  expect(link).toHaveAttribute('target', '_blank')
  expect(link).toHaveAttribute('rel', 'noopener noreferrer')
  expect(link.closest('tr')).toHaveTextContent('A organizaçãoMensal01/10/2026 a 31/10/202601/11/2026')
  expect(screen.getByText('2 relatórios')).toBeVisible()
  await userEvent.selectOptions(screen.getByLabelText('Sobre'), 'Mudança de um endereço')
  expect(await screen.findByText('Nenhum relatório com este filtro')).toBeVisible()
  expect(calls.at(-1)?.path).toBe('/relatorios?tipo=mudanca')
})

// Rule: P-REPORT-2
test('a report is made for those who may, and its link shown; a refusal says why', async () => {
  const { answer, calls } = await open({
    'POST /relatorios': {
      kind: 'status',
      status: 404,
      body: { detail: 'Este endereço não está entre os monitorados.' },
    },
  })
  await userEvent.click(screen.getByRole('radio', { name: 'Um endereço' }))
  await userEvent.click(button('Gerar relatório'))
  expect(screen.getByLabelText('Endereço do relatório')).toHaveAccessibleDescription('Informe o endereço.')
  await userEvent.type(screen.getByLabelText('Endereço do relatório'), 'ana@acme.com')
  await userEvent.selectOptions(screen.getByLabelText('Período'), 'Últimos 3 meses')
  await userEvent.click(button('Gerar relatório'))
  expect(await screen.findByText('Este endereço não está entre os monitorados.')).toBeVisible()
  answer({ 'POST /relatorios': body({ ...monthly, tipo: 'endereco', titulo: 'ana@acme.com', id: '3' }) })
  await userEvent.click(button('Gerar relatório'))
  const done = (await screen.findByText(/O relatório está pronto/)).closest<HTMLElement>('.ui-alert, .alert')
  expect(within(done ?? document.body).getByRole('link')).toHaveAttribute('href', monthly.url)
  expect(calls.filter(({ path }) => path === '/relatorios').map(({ body: sent }) => sent)).toContainEqual({
    endereco: 'ana@acme.com',
    meses: '3',
  })
})

// Rule: P-REPORT-8
test('a document is verified by its file, which is not sent, and by its digest', async () => {
  Object.defineProperty(globalThis.crypto, 'subtle', { configurable: true, value: webcrypto.subtle })
  const found = {
    tipo: 'organizacao',
    titulo: 'ACME',
    de: null,
    ate: null,
    emitido_em: '2026-11-01T03:01:00Z',
    resumo: 'a'.repeat(64),
    arquivo: true,
  }
  const { answer, calls } = await open({ 'POST /documentos/conferir': body({ documento: found }) }, 'reader')
  expect(screen.queryByRole('button', { name: 'Gerar relatório' })).not.toBeInTheDocument()
  await userEvent.click(button('Conferir documento'))
  const file = new File(['%PDF-1.7'], 'relatorio.pdf', { type: 'application/pdf' })
  // jsdom reads no files.
  Object.defineProperty(file, 'arrayBuffer', { value: async () => new TextEncoder().encode('%PDF-1.7') })
  await userEvent.upload(screen.getByLabelText('Arquivo PDF'), file)
  expect(await screen.findByText(/sem nenhuma alteração/)).toBeVisible()
  expect(calls.at(-1)?.body).toEqual({ resumo: createHash('sha256').update('%PDF-1.7').digest('hex') })

  answer({ 'POST /documentos/conferir': body({ documento: null }) })
  const digest = screen.getByLabelText(/^Ou resumo/)
  await userEvent.click(button('Conferir'))
  expect(screen.queryByText(/^Um resumo tem/)).toBeNull()
  await userEvent.type(digest, 'abc')
  await userEvent.click(button('Conferir'))
  expect(digest).toHaveAccessibleDescription(/64 dígitos/)
  await userEvent.clear(digest)
  await userEvent.type(digest, 'AAAAAAAA '.repeat(8))
  await userEvent.click(button('Conferir'))
  expect(await screen.findByText('A sua organização não recebeu nenhum documento com este resumo.')).toBeVisible()
  expect(calls.at(-1)?.body).toEqual({ resumo: 'a'.repeat(64) })
})

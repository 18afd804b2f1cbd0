import type { CaseDetail, CasePage, CaseSources, LeakCase, ListedCase } from '@atalaia/contracts/cases'
import { exposureOf } from '@atalaia/contracts/testing'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { answers as dashboardAnswers } from '../testing/answers.ts'
import { openRoutes, type Answers } from '../testing/open-screen.tsx'

const PLACE = '/app/main/analytics/casos'
const ADDRESS = '/app/main/analytics/enderecos/7'
const ana = { id: 'a', email: 'ana@acme.com' }
const body = (value: unknown) => ({ kind: 'body', body: value }) as const

const work: LeakCase = {
  fonte: 'forum',
  estado: 'novo',
  responsavel: null,
  prazo: null,
  nota: '',
  versao: 0,
  mudado_em: null,
  reaberto_em: null,
}
const row: ListedCase = {
  ...work,
  endereco: '7',
  email: 'caixa@acme.com',
  titulo: 'Fórum',
  visto_por_ultimo: '2026-11-20',
  gravidade: { nivel: 'critica', pontos: 80, motivos: [] },
}
const other: ListedCase = { ...row, endereco: '8', email: 'outra@acme.com' }
const page: CasePage = {
  encontrados: 2,
  abertos: 2,
  todos: 2,
  linhas: [row, other],
  fontes: [],
  pessoas: [ana],
  pode_mudar: true,
  cobertura: { fontes: 1, atualizado_em: '2026-11-22T15:00:00Z' },
}
const detail: CaseDetail = {
  caso: work,
  passos: ['trocar-senha', 'avisar-pessoa'].map((passo) => ({ passo, feito_em: null, por: null })),
  historico: [],
}
const leaked = { source: 'forum', title: 'Fórum', day: '2026-11-20', at: '2026-11-22T15:00:00Z' }
const addressAnswers = ({ endereco: id, email, gravidade }: ListedCase): Answers => ({
  [`/emails/${id}`]: body(exposureOf({ id, email, gravidade, ...leaked })),
  [`/emails/${id}/casos`]: body({ casos: [work], pessoas: [ana], pode_mudar: true }),
  [`/emails/${id}/caso?fonte=forum`]: body(detail),
})
const answers: Answers = {
  ...dashboardAnswers(),
  '/casos?': body(page),
  ...addressAnswers(row),
  ...addressAnswers(other),
}
const button = (name: string) => screen.getByRole('button', { name })
const sent = (calls: readonly { readonly method: string; readonly body?: unknown }[]) =>
  calls.filter(({ method }) => method === 'postJson').map((call) => call.body)

// Rule: P-CASE-25
test('the case of a row leads to those of the rows beside it, and closing it to the list', async () => {
  const { place } = await openRoutes(answers, PLACE)
  await userEvent.click(screen.getByRole('link', { name: 'caixa@acme.com' }))
  expect(await screen.findByText('1 de 2')).toBeVisible()
  await userEvent.click(button('Próximo (J)'))
  expect(await screen.findByRole('dialog', { name: 'outra@acme.com' })).toHaveTextContent('2 de 2')
  expect(button('Próximo (J)')).toHaveAttribute('aria-disabled', 'true')
  await userEvent.keyboard('k')
  expect(await screen.findByRole('dialog', { name: 'caixa@acme.com' })).toBeVisible()
  await userEvent.click(button('Fechar'))
  expect(place()).toMatchObject({ pathname: PLACE })
})

// Rule: P-TODAY-6
test('a link that leads to the rows focuses the first one', async () => {
  await openRoutes(answers, `${PLACE}#linhas`)
  const link = await screen.findByRole('link', { name: 'caixa@acme.com' })
  await waitFor(() => expect(link).toHaveFocus())
})

// Rule: P-CASE-63
test('a link that leads to a case focuses it', async () => {
  await openRoutes(answers, `${ADDRESS}#caso=forum`)
  expect(await screen.findByRole('group', { name: 'Caso de Fórum' })).toHaveFocus()
})

// Rule: P-CASE-26
test('after a case was saved there is a way to another one that is critical, and none where there is no other', async () => {
  const saved = body({ ...detail, caso: { ...work, estado: 'tratado', versao: 1 } })
  const more = { ...answers, 'POST /emails/7/caso': saved, 'POST /emails/8/caso': saved }
  const { place } = await openRoutes({ ...more, '/casos?gravidade=critica': body(page) }, `${ADDRESS}#caso=forum`)
  await userEvent.selectOptions(await screen.findByRole('combobox', { name: 'Estado' }), 'Tratado')
  await userEvent.click(button('Salvar'))
  await userEvent.click(await screen.findByRole('link', { name: 'Próximo caso crítico →' }))
  expect(place()).toMatchObject({ pathname: '/app/main/analytics/enderecos/8', hash: '#caso=forum' })
})

// Rule: P-CASE-27
test('a message to the person has the service, the day, what leaked and what to do, and no password', async () => {
  const user = userEvent.setup()
  await openRoutes(answers, `${ADDRESS}#caso=forum`)
  const message = await screen.findByRole('group', { name: 'Mensagem para a pessoa' })
  await user.click(within(message).getByRole('button', { name: 'Copiar mensagem' }))
  const text = await navigator.clipboard.readText()
  expect(text).toContain('O endereço caixa@acme.com apareceu em um vazamento: Fórum, de 20/11/2026.')
  expect(text).toContain('- Troque a senha nos serviços em que ela vazou')
  expect(text).not.toContain('Avise a pessoa')
  const mail = new URL(within(message).getByRole('link', { name: 'Abrir no e-mail' }).getAttribute('href') ?? '')
  expect([mail.protocol, decodeURIComponent(mail.pathname)]).toEqual(['mailto:', 'caixa@acme.com'])
  expect(mail.searchParams.get('body')?.replaceAll('\r\n', '\n')).toBe(text)
})

// Rule: P-CASE-28, P-CASE-62
test('the sources that have cases open to these, and all of them are changed together', async () => {
  const sources: CaseSources = {
    encontrados: 1,
    linhas: [
      {
        fonte: 'forum',
        titulo: 'Fórum',
        vazou_em: null,
        aqui_desde: '2026-11-24T15:00:00Z',
        enderecos: 5,
        senhas: 3,
        abertos: 2,
        criticos: 2,
      },
    ],
    cobertura: page.cobertura,
  }
  const { calls, place } = await openRoutes(
    {
      ...answers,
      '/casos/fontes?': body(sources),
      '/casos/fontes?ordem=abertos': body(sources),
      '/casos?fonte=forum': body(page),
      '/casos?fonte=forum&tamanho=100': body(page),
      'POST /casos/mudar': body({ mudados: 2, iguais: 0, recusados: [], lote: 'l1' }),
    },
    PLACE,
  )
  await userEvent.click(button('Por fonte'))
  expect(place()).toMatchObject({ search: '?por=fonte' })
  const [, line] = await screen.findAllByRole('row')
  expect(line).toHaveTextContent(/^Fórumdia não informado24\/11\/20265322$/)
  await userEvent.click(button('Em aberto'))
  expect(place()).toMatchObject({ search: '?por=fonte&ordem=abertos' })
  await userEvent.click(button('Fórum'))
  const cases = await screen.findByRole('group', { name: 'Casos de Fórum' })
  expect(within(cases).getByRole('link', { name: 'outra@acme.com' })).toBeVisible()
  await userEvent.click(within(cases).getByRole('button', { name: 'Estado' }))
  await userEvent.click(screen.getByRole('menuitemradio', { name: 'Em andamento' }))
  expect(await screen.findByText('2 casos marcados como Em andamento.')).toBeVisible()
  expect(sent(calls)).toMatchObject([{ casos: { length: 2 }, mudanca: { estado: 'em-andamento' } }])
  await userEvent.click(button('Ver os 2 casos em aberto desta fonte'))
  expect(place()).toMatchObject({ search: '?fonte=forum' })
})

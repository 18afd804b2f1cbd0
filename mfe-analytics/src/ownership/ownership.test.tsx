import type { AddressPage } from '@atalaia/contracts'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { answers, emails, emptySummary } from '../testing/answers.ts'
import { openScreen, type Answers } from '../testing/open-screen.tsx'

const EMAIL = 'rh@gmail.com'
const body = (value: unknown) => ({ kind: 'body', body: value }) as const
const waiting = { id: '9', email: EMAIL, numero_vazamentos: 0, numero_senhas: 0, aguarda: true }
const withWaiting = (): Answers => ({ ...answers(), '/emails?tamanho=100': body([...emails(1), waiting]) })
const UNCHECKED = 'Nesta instalação privada a propriedade dos endereços não é verificada.'

// Rule: P-OWN-1
test.each([
  [false, true],
  [true, false],
  [undefined, false],
])('where ownership is checked is %p, the form says that it is not: %p', async (checked, isSaid) => {
  const summary = { ...emptySummary, ...(checked !== undefined && { posse_verificada: checked }) }
  await openScreen({ ...answers(), '/dashboard/resumo': body(summary) })
  expect(screen.queryByText(UNCHECKED) !== null).toBe(isSaid)
})

// Rule: P-OWN-2, P-OWN-23
test('an address that waits says so in the place of its numbers, and a code from its mailbox ends that', async () => {
  const { answer, calls } = await openScreen({
    ...withWaiting(),
    'POST /emails/codigo': body({ enviado_para: EMAIL }),
    'POST /emails/confirmacao': body({ confirmado: EMAIL }),
  })
  const row = screen.getByRole('row', { name: /rh@gmail\.com/ })
  expect(within(row).getByText('Aguarda prova')).toBeVisible()
  expect(within(row).queryByRole('link')).toBeNull()
  expect(row).not.toHaveTextContent(/\d/)
  await userEvent.click(within(row).getByRole('button', { name: `Provar ${EMAIL}` }))
  const dialog = await screen.findByRole('dialog', { name: `Provar ${EMAIL}` })
  await userEvent.click(within(dialog).getByRole('button', { name: 'Enviar código' }))
  expect(await within(dialog).findByText(/^Enviamos um código a rh@gmail\.com\./)).toBeVisible()
  answer({ '/emails?tamanho=100': body([...emails(1), { ...waiting, aguarda: undefined, numero_vazamentos: 4 }]) })
  await userEvent.type(within(dialog).getByRole('textbox', { name: 'Código recebido' }), 'abcde-fghij{Enter}')
  expect(await screen.findByRole('link', { name: '4' })).toBeVisible()
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(calls.filter(({ path }) => path.startsWith('/emails/')).map((call) => call.body)).toEqual([
    { email: EMAIL },
    { email: EMAIL, codigo: 'abcde-fghij' },
  ])
})

// Rule: P-OWN-2, P-EMAIL-16, P-OWN-23
test('whoever monitors nothing but what waits is not told that nothing was found', async () => {
  await openScreen({ ...answers(), '/dashboard/resumo': body(emptySummary), '/emails?tamanho=100': body([waiting]) })
  expect(screen.queryByText(/^Nenhum vazamento em/)).toBeNull()
  expect(screen.queryByText(/primeiro endereço/)).toBeNull()
  expect(screen.getAllByText('O endereço aguarda prova: os números vêm com ela.')).toHaveLength(3)
})

// Rule: P-OWN-2, P-OWN-23
test('a reader sees that an address waits, and cannot have it proved; the list says the same', async () => {
  const page: AddressPage = {
    encontrados: 1,
    todos: 1,
    linhas: [
      {
        ...waiting,
        adicionado_em: '2026-11-21T15:00:00Z',
        visto_por_ultimo: null,
        gravidade: { nivel: 'nenhuma', pontos: 0, motivos: [] },
        etiquetas: [],
      },
    ],
    etiquetas: [],
    cobertura: { fontes: 1 },
  }
  const at = '/app/main/analytics/enderecos'
  await openScreen({ '/enderecos?': body(page) }, { at, role: 'reader' })
  expect(screen.getByText('Aguarda prova')).toBeVisible()
  expect(screen.queryByRole('button', { name: /^Provar/ })).toBeNull()
})

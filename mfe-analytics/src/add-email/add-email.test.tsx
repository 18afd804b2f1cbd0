import { screen, within } from '@testing-library/react'
import type { Call } from '@atalaia/testing'
import userEvent from '@testing-library/user-event'
import { answers, emails } from '../testing/answers.ts'
import { openScreen } from '../testing/open-screen.tsx'

const field = () => screen.getByRole('textbox', { name: 'Email' })
const send = () => screen.getByRole('button', { name: /Enviar Email|Enviando/ })
const body = (value: unknown) => ({ kind: 'body', body: value }) as const
const posts = (calls: readonly Call[]) => calls.filter(({ method }) => method === 'postJson').map((call) => call.body)

// Rule: P-EMAIL-4, P-API-5
test('a sent address is confirmed, the field is cleared and all numbers are loaded anew', async () => {
  const { answer, asked, calls } = await openScreen(answers())
  answer({ '/emails?tamanho=100': body(emails(4)) })
  await userEvent.type(field(), ' nova@empresa.com.br ')
  await userEvent.click(send())
  expect(await screen.findByText('Email enviado com sucesso!')).toBeVisible()
  expect(field()).toHaveValue('')
  expect(posts(calls)).toEqual([{ email: 'nova@empresa.com.br' }])
  expect(asked().filter((path) => path === '/dashboard/resumo')).toHaveLength(2)
  expect(within(screen.getByRole('region', { name: 'Emails Monitorados' })).getAllByRole('row')).toHaveLength(5)
})

const pageOf = (...linhas: object[]) => body({ encontrados: linhas.length, todos: linhas.length, aguardam: 0, linhas })
const added = (more: object) => ({
  id: '7',
  email: 'nova@empresa.com.br',
  numero_vazamentos: 3,
  numero_senhas: 2,
  ...more,
})

// Rule: P-DASH-25, P-EMAIL-18
test('after the first address the form stays above all else, with the focus and what was found', async () => {
  const { answer } = await openScreen({ ...answers(), '/emails?tamanho=100': body([]) })
  answer({ '/emails?tamanho=100': pageOf(added({})) })
  await userEvent.type(field(), 'Nova@empresa.com.br{Enter}')
  expect(await screen.findByText('Email enviado com sucesso!')).toBeVisible()
  expect(screen.getByText(/^nova@empresa.com.br apareceu em 3 fontes, com 2 senhas\./)).toBeVisible()
  expect(screen.getByRole('link', { name: 'Ver o que fazer →' })).toHaveAttribute(
    'href',
    '/app/main/analytics/enderecos/7',
  )
  expect(field()).toHaveFocus()
  expect(screen.getAllByRole('heading', { level: 2 })[0]).toHaveTextContent('Adicionar Email Monitorado')
})

// Rule: P-EMAIL-18
test.each([
  ['was found without a password', { numero_senhas: 0 }, /apareceu em 3 fontes\./],
  ['was not found', { numero_vazamentos: 0, numero_senhas: 0 }, /não apareceu nas 12 fontes consultadas\.$/],
])('the answer to an address that %s', async (_what, more, text) => {
  const { answer } = await openScreen(answers())
  answer({ '/emails?tamanho=100': pageOf(...emails(3), added(more)) })
  await userEvent.type(field(), 'nova@empresa.com.br{Enter}')
  await screen.findByText('Email enviado com sucesso!')
  expect(screen.getByText(text)).toBeVisible()
})

// Rule: P-EMAIL-18
test('nothing is told of an address that waits for its owner', async () => {
  const { answer } = await openScreen(answers())
  answer({ '/emails?tamanho=100': pageOf(...emails(3), added({ aguarda: true })) })
  await userEvent.type(field(), 'nova@empresa.com.br{Enter}')
  await screen.findByText('Email enviado com sucesso!')
  expect(screen.queryByText(/apareceu/)).toBeNull()
})

// Rule: P-EMAIL-5
test('a refused address keeps what was typed, with the alert and the reason of the server', async () => {
  const failure = { kind: 'status', status: 409, body: 'Este endereço já é monitorado.' } as const
  const { asked, lines } = await openScreen({ ...answers(), 'POST /emails': failure })
  await userEvent.type(field(), 'nova@empresa.com.br{Enter}')
  const alert = await screen.findByRole('alert')
  expect(within(alert).getByText('Erro ao enviar email.')).toBeVisible()
  expect(within(alert).getByText('Este endereço já é monitorado.')).toBeVisible()
  expect(field()).toHaveValue('nova@empresa.com.br')
  expect(lines).toEqual([{ level: 'error', message: 'Erro ao enviar email.', detail: failure }])
  expect(asked().filter((path) => path === '/dashboard/resumo')).toHaveLength(1)
})

// Rule: P-EMAIL-3
test('an address that cannot be monitored is not sent; the field says why and has the focus', async () => {
  const { calls } = await openScreen(answers())
  await userEvent.type(field(), 'ninguém')
  await userEvent.click(send())
  expect(field()).toBeInvalid()
  expect(field()).toHaveAccessibleDescription(expect.stringContaining('Informe um endereço de e-mail válido'))
  expect(field()).toHaveFocus()
  expect(posts(calls)).toHaveLength(0)
})

test('an address of the table is not sent again', async () => {
  const { calls } = await openScreen(answers())
  await userEvent.type(field(), 'Pessoa0001@empresa.com.br{Enter}')
  expect(screen.getByText('Este endereço já está entre os emails monitorados.')).toBeVisible()
  expect(posts(calls)).toHaveLength(0)
})

// Rule: P-EMAIL-6
test('while it is being sent the button is busy and a second click sends nothing', async () => {
  const { calls, hold, release } = await openScreen(answers())
  hold()
  await userEvent.type(field(), 'nova@empresa.com.br')
  await userEvent.click(send())
  expect(send()).toHaveAttribute('aria-disabled', 'true')
  await userEvent.click(send())
  await userEvent.type(field(), '{Enter}')
  expect(posts(calls)).toHaveLength(1)
  await release()
})

// Rule: P-EMAIL-1
test('the field is plain text that asks for the keyboard of an address', async () => {
  await openScreen(answers())
  expect(field()).toHaveAttribute('type', 'text')
  expect(field()).toHaveAttribute('inputmode', 'email')
  expect(field()).toHaveAttribute('autocomplete', 'off')
})

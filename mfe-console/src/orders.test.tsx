import { screen, within } from '@testing-library/react'
import { AT, createFake, held, openBoard } from '../testing/fake-gateway.tsx'

const canary = { ...held, held: null }
const inDialog = () => within(screen.getByRole('dialog'))
type Opened = Awaited<ReturnType<typeof openBoard>>
const write = async ({ user }: Opened, label: string, text: string) => {
  const field = inDialog().getByLabelText(label)
  await user.clear(field)
  // Pasted: a key for each letter takes a hundred renders more.
  if (text !== '') await user.paste(text)
}
const press = ({ user }: Opened, name: string) => user.click(inDialog().getByRole('button', { name }))

// Rule: M-CONSOLE-12
test('a promotion for an audience at a time is refused at each field that is wrong, and then goes out as one order', async () => {
  const opened = await openBoard(createFake(canary))
  const { user, orders } = opened
  await user.click(screen.getByRole('button', { name: 'Promover 1.2.0' }))
  await user.click(inDialog().getByLabelText('Em uma hora marcada'))
  await write(opened, 'Passos, em %', '50, 10')
  await write(opened, 'Minutos em cada passo', '0')
  await user.click(inDialog().getByText('Só para um público'))
  await write(opened, 'Regiões', 'Brasil!')
  await write(opened, 'Cabeçalhos', 'X Beta')
  await press(opened, 'Marcar')
  expect(orders).toEqual([])
  for (const [label, fault] of [
    ['Passos, em %', 'crescem e terminam em 100'],
    ['Minutos em cada passo', 'quantos minutos'],
    ['Regiões', 'códigos de regiões'],
    ['Cabeçalhos', 'nome e valor'],
    ['Dia e hora', 'Escolha o dia e a hora.'],
  ] as const)
    expect(inDialog().getByLabelText(label)).toHaveAccessibleDescription(expect.stringContaining(fault))
  expect(inDialog().getByLabelText('Passos, em %')).toHaveFocus()
  await write(opened, 'Passos, em %', '10 100')
  await write(opened, 'Minutos em cada passo', '1,5')
  await write(opened, 'Regiões', 'BR, pt')
  await write(opened, 'Cabeçalhos', '')
  await write(opened, 'Organizações', '12')
  const later = new Date(Date.now() + 86_400_000)
  later.setSeconds(0, 0)
  const local = new Date(later.getTime() - later.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
  await write(opened, 'Dia e hora', local)
  await press(opened, 'Marcar')
  const to = {
    steps: [10, 100],
    every: 90_000,
    audience: { org: ['12'], region: ['BR', 'pt'] },
    at: later.toISOString(),
  }
  expect(orders).toMatchObject([{ path: '/-/remotes/mfe-novo/plans', body: { version: '1.2.0', ...to, force: false } }])
})

// Rule: M-CONSOLE-12
test('a share of the browsers is a whole percent, and goes out at once', async () => {
  const opened = await openBoard(createFake(canary))
  await opened.user.click(screen.getByRole('button', { name: 'Promover 1.2.0' }))
  await opened.user.click(inDialog().getByLabelText('Uma parte dos navegadores'))
  await write(opened, 'Parte, em %', '0')
  await press(opened, 'Promover')
  expect(inDialog().getByText('Escreva um número inteiro de 1 a 100.')).toBeVisible()
  await write(opened, 'Parte, em %', '25')
  await press(opened, 'Promover')
  expect(opened.orders).toMatchObject([{ path: '/-/remotes/mfe-novo/promote', body: { percent: 25 } }])
})

// Rule: M-CONSOLE-12
test('a freeze that holds is said before the order, which then needs a reason, unless its time is another', async () => {
  const message = `frozen by "Natal" until ${AT}`
  const approval = { code: 'approval', message: 'another person has to approve', stops: false }
  const warnings = [{ code: 'frozen', message, stops: true }, approval]
  const opened = await openBoard(createFake(canary, { warnings }))
  await opened.user.click(screen.getByRole('button', { name: 'Promover 1.2.0' }))
  expect(await inDialog().findByText(/^Congelado por “Natal” até 20\/11\/2026.*pede um motivo/)).toBeVisible()
  expect(inDialog().getByText(/outra pessoa precisa aprovar promoções neste canal/)).toBeVisible()
  await press(opened, 'Promover')
  expect(inDialog().getByText('Diga o motivo: ele fica no histórico.')).toBeVisible()
  expect(opened.orders).toEqual([])
  await opened.user.click(inDialog().getByLabelText('Em uma hora marcada'))
  expect(inDialog().getByLabelText('Motivo (opcional)')).toBeVisible()
  await opened.user.click(inDialog().getByLabelText('Agora'))
  await write(opened, 'Motivo', 'conserto urgente')
  await press(opened, 'Promover')
  expect(opened.orders).toMatchObject([{ body: { force: true, why: 'conserto urgente' } }])
})

const natal = { id: 3, name: 'Natal', remote: null, starts: AT, ends: AT, weekly: null, who: 'root' }

// Rule: M-CONSOLE-13
test('an operator adds freezes, once or each week, with faults at their fields, and ends one', async () => {
  const opened = await openBoard(createFake(canary, { isOperator: true, freezes: [natal] }))
  const { user, orders, refuse } = opened
  const add = async () => user.click(await screen.findByRole('button', { name: 'Congelar promoções' }))
  await add()
  await press(opened, 'Congelar')
  expect(inDialog().getByLabelText('Nome')).toHaveFocus()
  expect(inDialog().getByText(/^Dê um nome/)).toBeVisible()
  await write(opened, 'Nome', 'Ano novo')
  await write(opened, 'Começo', '2126-12-31T18:00')
  await write(opened, 'Fim', '2126-12-30T18:00')
  await press(opened, 'Congelar')
  expect(inDialog().getByText('O fim fica depois do começo.')).toBeVisible()
  await write(opened, 'Fim', '2127-01-01T08:00')
  await user.selectOptions(inDialog().getByLabelText('Para'), 'mfe-novo')
  await press(opened, 'Congelar')
  await add()
  await write(opened, 'Nome', 'Fim de semana')
  await user.click(inDialog().getByLabelText('Toda semana'))
  await write(opened, 'Fuso', 'Brasil')
  await press(opened, 'Congelar')
  expect(inDialog().getByText(/^Escreva um fuso/)).toBeVisible()
  await write(opened, 'Fuso', 'America/Manaus')
  await press(opened, 'Congelar')
  await user.click(screen.getByRole('button', { name: 'Encerrar Natal' }))
  await press(opened, 'Encerrar')
  expect(orders.map(({ path, body }) => [path, body])).toEqual([
    [
      '/-/freezes',
      {
        name: 'Ano novo',
        remote: 'mfe-novo',
        starts: new Date('2126-12-31T18:00').toISOString(),
        ends: new Date('2127-01-01T08:00').toISOString(),
      },
    ],
    [
      '/-/freezes',
      { name: 'Fim de semana', remote: null, weekly: { from: 'fri 16:00', to: 'mon 08:00', zone: 'America/Manaus' } },
    ],
    ['DELETE /-/freezes/3', null],
  ])
  await user.click(screen.getByRole('button', { name: 'Encerrar Natal' }))
  refuse(404, { message: 'there is no freeze 3' })
  await press(opened, 'Encerrar')
  expect(await inDialog().findByRole('alert')).toHaveTextContent('O que o pedido nomeia não existe mais')
})

// Rule: M-CONSOLE-13
test('an operator has promotions of a channel approved by another person, and ends that', async () => {
  const opened = await openBoard(createFake(canary, { isOperator: true }))
  await opened.user.click(await screen.findByRole('button', { name: 'Exigir aprovação' }))
  await write(opened, 'Horas que a outra pessoa tem', '999')
  await press(opened, 'Exigir')
  expect(inDialog().getByText('Escreva um número inteiro de 1 a 168.')).toBeVisible()
  await write(opened, 'Horas que a outra pessoa tem', '8')
  await press(opened, 'Exigir')
  expect(opened.orders).toMatchObject([
    { path: 'PUT /-/remotes/mfe-novo/approval', body: { channel: 'stable', within: 28_800_000 } },
  ])
})

// Rule: M-CONSOLE-13, M-CONSOLE-9
test('a team sees the freezes, and is offered no change of them or of approvals', async () => {
  await openBoard(createFake(canary, { may: ['promote'], freezes: [natal] }))
  expect(within(await screen.findByRole('list', { name: 'Congelamentos' })).getByText('Natal')).toBeVisible()
  expect(screen.queryByRole('button', { name: /^(Congelar|Encerrar|Exigir|Dispensar)/ })).toBeNull()
})

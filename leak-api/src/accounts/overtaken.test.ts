import { sql } from '@atalaia/database'
import { until } from '@atalaia/database/testing/until'
import { object, string } from 'zod/mini'
import { createAuthenticator } from '../../testing/authenticator.ts'
import { onPostgres } from '../../testing/each-database.ts'
import { meet } from '../../testing/meet.ts'
import { createTestApi, PASSWORD } from '../../testing/test-api.ts'
import { waiting } from '../../testing/waiting.ts'
import { createAccountsRepository } from '../base/people/accounts-repository.ts'

const [ANA, NEW_MAILBOX] = ['ana@acme.com', 'ana@nova.example'] as const
const [OWN_PASSWORD, THEIR_PASSWORD] = ['outra senha bem longa', 'a senha de um estranho'] as const
const FACTORS = '/conta/segundo-fator'
const HELD = sql`SELECT 1 FROM account WHERE email = ${ANA} FOR UPDATE`

onPostgres((database) => {
  const start = async () => {
    const api = await createTestApi(database())
    const token = await api.tokenOf(ANA)
    const post = (path: string, payload: object, by?: string) =>
      api.app.inject({
        method: 'POST',
        url: `/api${path}`,
        headers: by === undefined ? {} : { authorization: `Bearer ${by}` },
        payload,
      })
    const linkTo = async (recipient: string, kind: string): Promise<string> => {
      for (;;) {
        const [mail] = await database().query(
          object({ body: string() }),
          sql`SELECT body::text FROM mail WHERE recipient = ${recipient} AND kind = ${kind}`,
        )
        const [, link] = /#([\w-]{43})/.exec(mail?.body ?? '') ?? []
        if (link !== undefined) return link
      }
    }
    const resetLink = async () => {
      expect((await post('/auth/recuperar', { email: ANA })).statusCode).toBe(202)
      return linkTo(ANA, 'password-reset')
    }
    return { api, token, post, linkTo, resetLink }
  }
  const prove = () => database().script('UPDATE account SET mailbox_proved_at = now()')

  const calls = [
    ['a change of the password', '/conta/senha', { atual: PASSWORD, nova: THEIR_PASSWORD }],
    ['the end of all other sessions', '/conta/sessoes/encerrar', { senha: PASSWORD }],
    ['a move to another mailbox', '/conta/endereco', { novo: 'x@evil.example', senha: PASSWORD }],
    ['a passkey', `${FACTORS}/chaves/confirmar`, undefined],
  ] as const
  const cases = calls.flatMap(([what, ...call]) =>
    (['proved', 'unproved'] as const).map((mailbox) => [what, mailbox, ...call] as const),
  )

  // Rule: P-ACCOUNT-2, P-ACCOUNT-7
  test.each(cases)(
    '%s of an account with a mailbox that is %s changes nothing when a new password by mail overtakes it',
    async (_, mailbox, path, body) => {
      const { api, token, post, resetLink } = await start()
      if (mailbox === 'proved') await prove()
      const { challenge } = (await post(`${FACTORS}/chaves`, { senha: PASSWORD }, token)).json()
      const chave = createAuthenticator().create({ challenge })
      const link = await resetLink()
      const [reset, overtaken] = await meet(database(), HELD, [
        () => post('/auth/redefinir', { token: link, senha: OWN_PASSWORD }),
        () => post(path, body ?? { desafio: challenge, nome: 'Notebook', chave }, token),
      ])
      expect([reset.statusCode, overtaken.statusCode]).toEqual([200, 401])
      expect((await api.login(ANA, THEIR_PASSWORD)).statusCode).toBe(401)
      expect((await api.login(ANA, OWN_PASSWORD)).statusCode).toBe(200)
    },
  )

  // Rule: P-ACCOUNT-6
  test('an account does not move to an address that somebody takes in this moment', async () => {
    const { api, token, post, linkTo } = await start()
    await post('/conta/endereco', { novo: NEW_MAILBOX, senha: PASSWORD }, token)
    const link = await linkTo(NEW_MAILBOX, 'address-change')
    const taking = { email: NEW_MAILBOX, passwordHash: '', at: api.clock() }
    const { moved } = await database().transaction(async (tx) => {
      await createAccountsRepository(tx).create(taking)
      const moving = Promise.resolve(post('/auth/confirmar', { token: link }, token))
      await until('the move waits', async () => (await waiting(database())) === 1)
      return { moved: moving }
    })
    expect((await moved).statusCode).toBe(422)
    expect((await api.get('/conta', token)).json()).toMatchObject({ email: ANA })
  })

  // Rule: P-ACCOUNT-6
  test('a mailbox that an account leaves in this moment is sent no link to it', async () => {
    const { api, token, post, linkTo } = await start()
    await prove()
    await post('/conta/endereco', { novo: NEW_MAILBOX, senha: PASSWORD }, token)
    const link = await linkTo(NEW_MAILBOX, 'address-change')
    // Asked for while the move is under way: the account is found by the mailbox that it is about to leave.
    const [moved, asked] = await meet(database(), HELD, [
      () => post('/auth/confirmar', { token: link }, token),
      () => post('/auth/recuperar', { email: ANA }),
    ])
    expect([moved.statusCode, asked.statusCode]).toEqual([200, 202])
    await api.app.close()
    const kinds = await database().query(
      object({ kind: string() }),
      sql`SELECT kind FROM mail WHERE kind = 'password-reset'`,
    )
    expect(kinds).toEqual([])
  })
})

import type { Role } from '@atalaia/contracts'
import { FIRST_STEPS, firstStepsSchema } from '@atalaia/contracts/first-steps'
import { sql } from '@atalaia/database'
import { decodeJwt } from 'jose'
import { onPostgres } from '../../../testing/each-database.ts'
import { createTestApi } from '../../../testing/test-api.ts'

const ANA = 'ana@acme.com'

onPostgres((database) => {
  const open = async () => {
    const api = await createTestApi(database())
    const token = await api.tokenOf(ANA)
    const post = (path: string, payload: object = {}) =>
      api.app.inject({ method: 'POST', url: `/api${path}`, headers: { authorization: `Bearer ${token}` }, payload })
    const read = async () => {
      const { encerrados, passos } = firstStepsSchema.parse((await api.get('/primeiros-passos', token)).json())
      return {
        encerrados,
        all: passos.map(({ passo }) => passo),
        done: passos.filter((each) => each.feito).map(({ passo }) => passo),
      }
    }
    const claims = async () => decodeJwt((await api.login(ANA)).json().access_token)
    return { api, token, post, read, claims }
  }

  // Rule: P-START-1, P-START-25
  test('a new owner has all steps before them, and each is done by what it asks for', async () => {
    const { post, read } = await open()
    expect(await read()).toEqual({ encerrados: false, all: FIRST_STEPS, done: [] })
    await post('/alertas', { frequencia: 'nunca', gravidade_minima: 'alta' })
    await post('/organizacao/nome', { nome: 'Acme' })
    await post('/emails', { email: 'caixa@acme.com' })
    expect((await read()).done).toEqual(['enderecos', 'avisos', 'nome'])
    await database().execute(sql`UPDATE account SET mailbox_proved_at = now()`)
    await post('/organizacao/convites', { email: 'bia@acme.com', papel: 'reader' })
    expect((await read()).done).toEqual(['email', 'enderecos', 'avisos', 'nome', 'colegas'])
  })

  // Rule: P-START-1, P-START-25
  test.each<[Role, readonly string[]]>([
    ['analyst', ['email', 'enderecos', 'avisos', 'segundo-fator']],
    ['reader', ['email', 'avisos', 'segundo-fator']],
  ])('a person in the role of %s has the steps that the role allows', async (role, steps) => {
    const { read } = await open()
    await database().execute(sql`UPDATE membership SET role = ${role}`)
    expect((await read()).all).toEqual(steps)
  })

  // Rule: P-START-2
  test('steps that were ended stay so, and the next token names none', async () => {
    const { post, read, claims } = await open()
    expect((await claims()).first_steps).toBe(true)
    expect((await post('/primeiros-passos/encerrar')).statusCode).toBe(200)
    expect((await read()).encerrados).toBe(true)
    expect((await claims()).first_steps).toBeUndefined()
  })

  // Rule: P-ACCOUNT-8
  test('a name stands in the account, the list of people and the token, until it is taken away', async () => {
    const { api, token, post, claims } = await open()
    const named = await post('/conta/nome', { nome: '  Ana Lúcia D’Ávila ' })
    expect(decodeJwt(named.json().access_token).name).toBe('Ana Lúcia D’Ávila')
    expect((await api.get('/conta', token)).json().nome).toBe('Ana Lúcia D’Ávila')
    expect((await api.get('/organizacao', token)).json().membros[0]).toMatchObject({
      nome: 'Ana Lúcia D’Ávila',
      email: ANA,
    })
    await post('/conta/nome', { nome: '' })
    expect((await claims()).name).toBeUndefined()
    expect((await api.get('/organizacao', token)).json().membros[0]).not.toHaveProperty('nome')
  })

  test.each(['<b>Ana</b>', 'a'.repeat(81), 'Ana\nBia', '- Ana'])(
    'the name %j is refused in Portuguese',
    async (nome) => {
      const { post } = await open()
      const answer = await post('/conta/nome', { nome })
      expect(answer.statusCode).toBe(422)
      expect(answer.json().message).toMatch(/^Informe um nome/)
    },
  )
})

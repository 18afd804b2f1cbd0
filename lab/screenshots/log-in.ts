import { loginAnswerSchema } from '@atalaia/contracts'

export const logIn = async (url: string, account: { email: string; password: string }): Promise<string> => {
  const body = new URLSearchParams({ username: account.email, password: account.password })
  const answer = await fetch(`${url}/api/login`, { method: 'POST', body })
  const token = loginAnswerSchema.parse(await answer.json()).access_token
  if (!token) throw new Error(`${account.email} cannot log in: status ${answer.status}`)
  return token
}

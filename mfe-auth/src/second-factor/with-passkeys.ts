import type { PasskeyOutcome } from './passkeys.ts'

const load = () => import(/* webpackChunkName: "passkeys" */ './passkeys.ts')

/** Its code loads with the first use. */
export const withPasskeys = async <Answer>(
  use: (passkeys: Awaited<ReturnType<typeof load>>) => Promise<PasskeyOutcome<Answer>>,
): Promise<PasskeyOutcome<Answer>> => {
  try {
    return await use(await load())
  } catch {
    return { ok: false, text: 'Não foi possível carregar esta parte da página. Verifique sua conexão e tente de novo.' }
  }
}

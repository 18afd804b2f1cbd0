import { SESSION_PATHS, type Parser } from '@atalaia/contracts'
import { passkeyRequestSchema } from '@atalaia/contracts/second-factor'
import { useEffect, useState } from 'react'
import type { ProofDialogProps } from '../platform/proofs.ts'
import { useShell } from '../platform/shell-context.ts'
import { askPasskey } from './ask-passkey.ts'
import { sendToApi } from './send-to-api.ts'

const anyAnswer: Parser<unknown> = { safeParse: (data) => ({ success: true, data }) }

type ProofState = { readonly busy: 'password' | 'passkey' | undefined; readonly error: string }

export const useProof = ({ settle }: ProofDialogProps['question']) => {
  const { bus, session, page, release } = useShell()
  const [state, setState] = useState<ProofState>({ busy: undefined, error: '' })
  const [ended] = useState(() => new AbortController())

  useEffect(() => {
    const before = session.state()
    return bus.subscribe('session:changed', (now) => {
      const isSame = before.status === 'active' && now.status === 'active' && before.user.email === now.user.email
      if (!isSame) settle(false)
    })
  }, [bus, session, settle])

  const post = async <Value>(path: string, body: object, answer: Parser<Value>) => {
    await session.ready()
    return sendToApi({ page, session, apiUrl: release.config.apiUrl }, { path, body }, answer)
  }
  const send = async (body: object) => {
    const sent = await post(SESSION_PATHS.prove, body, anyAnswer)
    if (sent.ok) settle(true)
    else setState({ busy: undefined, error: sent.text })
  }
  return {
    state,
    fail: (error: string) => setState({ busy: undefined, error }),
    cancel: () => {
      ended.abort()
      settle(false)
    },
    byPassword: async (senha: string) => {
      setState({ busy: 'password', error: '' })
      await send({ senha })
    },
    byPasskey: async () => {
      setState({ busy: 'passkey', error: '' })
      const begun = await post(SESSION_PATHS.proveByPasskey, {}, passkeyRequestSchema)
      const signed = begun.ok ? await askPasskey(begun.value, ended.signal) : begun
      if (begun.ok && signed.ok) await send({ desafio: begun.value.challenge, chave: signed.answer })
      else if (!signed.ok) setState({ busy: undefined, error: signed.text })
    },
  }
}

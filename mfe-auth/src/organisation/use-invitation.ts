import { invitationFactsSchema, type InvitationFacts } from '@atalaia/contracts'
import { useRemoteContext } from '@atalaia/react'
import { useEffect, useState } from 'react'
import { failureText } from '../api-request.ts'

/** The facts of a link's invitation, or the reason why there are none. */
export const useInvitation = (token: string) => {
  const { http } = useRemoteContext()
  const [facts, setFacts] = useState<InvitationFacts>()
  const [failure, setFailure] = useState('')
  useEffect(() => {
    let hasLeft = false
    const load = async () => {
      const result = await http?.postJson('/auth/convite', { token }, invitationFactsSchema)
      if (hasLeft || !result) return
      setFailure(result.ok ? '' : failureText(result.failure))
      if (result.ok) setFacts(result.value)
    }
    if (token !== '') void load()
    return () => {
      hasLeft = true
    }
  }, [http, token])
  return { facts, failure }
}

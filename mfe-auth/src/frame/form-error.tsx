import { Alert } from '@atalaia/ui'
import { useEffect, useRef } from 'react'

/** What went wrong with the request, announced and focused as soon as it is there. */
export const FormError = ({ message }: { readonly message: string }) => {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (message) place.current?.focus()
  }, [message])
  if (!message) return null
  return (
    <div ref={place} tabIndex={-1} className="auth-error">
      <Alert kind="danger">{message}</Alert>
    </div>
  )
}

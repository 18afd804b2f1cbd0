import { useEffect, useRef, useState } from 'react'

type Upload =
  | { readonly status: 'idle' }
  | { readonly status: 'sending'; readonly name: string; readonly progress: number }
  | { readonly status: 'sent'; readonly name: string }
  | { readonly status: 'failed'; readonly name: string; readonly reason: string }

/** One file at a time. Leaving the page cancels it. */
export const useUpload = (address: string) => {
  const [upload, setUpload] = useState<Upload>({ status: 'idle' })
  const running = useRef<XMLHttpRequest>(null)
  useEffect(() => () => running.current?.abort(), [])

  const send = (file: File) => {
    const { name } = file
    const fail = (reason: string) => setUpload({ status: 'failed', name, reason })
    running.current?.abort()
    // fetch() tells nothing of how much was sent.
    const request = new XMLHttpRequest()
    running.current = request
    request.upload.addEventListener('progress', ({ loaded, total }) =>
      setUpload({ status: 'sending', name, progress: total ? loaded / total : 0 }),
    )
    request.addEventListener('load', () =>
      request.status < 300 ? setUpload({ status: 'sent', name }) : fail(`o servidor recusou (${request.status}).`),
    )
    request.addEventListener('error', () => fail('o envio falhou. Tente novamente.'))
    request.open('POST', address)
    setUpload({ status: 'sending', name, progress: 0 })
    const body = new FormData()
    body.append('file', file)
    request.send(body)
  }
  return { upload, send, refuse: (name: string, reason: string) => setUpload({ status: 'failed', name, reason }) }
}

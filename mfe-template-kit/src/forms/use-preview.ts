import { useEffect, useState } from 'react'

type Preview = { readonly name: string; readonly address: string }

export const usePreview = () => {
  const [preview, setPreview] = useState<Preview>()
  useEffect(() => {
    if (!preview) return undefined
    return () => URL.revokeObjectURL(preview.address)
  }, [preview])
  return {
    preview,
    show: (file: File | undefined) => setPreview(file && { name: file.name, address: URL.createObjectURL(file) }),
    clear: () => setPreview(undefined),
  }
}

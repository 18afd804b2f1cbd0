import { useEffect, useState } from 'react'

/** An image that was chosen, as an address to show it from; nothing leaves the browser. */
export const usePreview = () => {
  const [address, setAddress] = useState<string>()
  useEffect(() => {
    if (!address) return undefined
    return () => URL.revokeObjectURL(address)
  }, [address])
  return {
    address,
    show: (file: File | undefined) => setAddress(file && URL.createObjectURL(file)),
    clear: () => setAddress(undefined),
  }
}

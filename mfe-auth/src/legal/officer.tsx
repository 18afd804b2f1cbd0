import { useRemoteContext } from '@atalaia/react'

/** The address of the encarregado (LGPD, article 41), or the sentence for an installation that names none. */
export const Officer = () => {
  const address = useRemoteContext().config.legal?.officer
  return address ? <a href={`mailto:${address}`}>{address}</a> : <>quem administra esta instalação</>
}

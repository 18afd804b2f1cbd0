import { useNavigation } from '@atalaia/react/router'

/** A thin bar while a navigation waits for a remote; its style keeps it invisible for the first 150 ms. */
export const NavigationProgress = () => {
  const { state } = useNavigation()
  if (state === 'idle') return null
  return <div className="shell-progress" role="progressbar" aria-label="Carregando página" />
}

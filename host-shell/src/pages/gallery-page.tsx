import { isThemeName } from '@atalaia/contracts'
import { useSearchParams } from '@atalaia/react/router'
import { Gallery } from '@atalaia/ui/gallery'

/** For developers: all components in every theme, or in `?theme=`. */
export const Component = () => {
  const theme = useSearchParams()[0].get('theme')
  return (
    <main id="conteudo" tabIndex={-1}>
      <Gallery {...(isThemeName(theme) && { only: theme })} />
    </main>
  )
}

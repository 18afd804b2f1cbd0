type Props = { readonly place: string }

export const bootstrap = async () => undefined

export const mount = async ({ place }: Props) => {
  const text = document.createElement('p')
  text.textContent = 'Fale com a equipe de segurança.'
  document.querySelector(place)?.append(text)
}

export const unmount = async ({ place }: Props) => document.querySelector(place)?.replaceChildren()

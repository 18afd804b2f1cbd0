import { PRODUCT_ROUTES } from '@atalaia/contracts'
import { useNotice } from '../notice-context.ts'

/** P-NOTICE-46 */
export const Rights = ({ name }: { readonly name: string }) => {
  const { words } = useNotice()
  return (
    <section className="notice-rights" aria-labelledby="notice-rights">
      <h2 id="notice-rights">{words.rights}</h2>
      {words.rightsText(name).map((text) => (
        <p key={text}>{text}</p>
      ))}
      <p>
        <a href={PRODUCT_ROUTES.privacy}>{words.privacy}</a>
      </p>
    </section>
  )
}

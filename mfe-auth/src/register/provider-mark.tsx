/** The provider's sign in one colour; decoration beside its name. */
export const ProviderMark = ({ name }: { readonly name: string }) => (
  <svg
    viewBox="0 0 16 16"
    width="16"
    height="16"
    fill="none"
    stroke="currentColor"
    strokeWidth="1.5"
    aria-hidden="true"
  >
    {name === 'Google' ? (
      <path d="M13.6 4.2A6.25 6.25 0 1 0 14.25 8H8.2" />
    ) : (
      <path d="M2 2h5.2v5.2H2zM8.8 2H14v5.2H8.8zM2 8.8h5.2V14H2zM8.8 8.8H14V14H8.8z" />
    )}
  </svg>
)

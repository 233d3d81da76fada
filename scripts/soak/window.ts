// Short, so that claims are forgotten many times over while the soak lasts.
export const window = { maxAge: 20, maxSkew: 5, margin: 5 } as const

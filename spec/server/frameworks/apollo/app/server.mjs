import { ApolloServer } from '@apollo/server'
import { expressMiddleware } from '@as-integrations/express5'
import { verified } from 'countersign/express'
import { createVerifier, keyFolder } from 'countersign/server'
import express from 'express'

const verifier = await createVerifier({
  keys: await keyFolder('keys'),
  onVerdict: (v) => v.outcome === 'reject' && console.error(v.reason, v.message),
})
const typeDefs =
  'type Query { app: ID } type Mutation { submit(request_id: String!): Job } type Job { app_id: ID, request_id: ID }'
const resolvers = {
  Query: { app: (_, __, { appId }) => appId },
  Mutation: { submit: (_, { request_id }, { appId }) => ({ app_id: appId, request_id }) },
}
const apollo = new ApolloServer({ typeDefs, resolvers })
await apollo.start()
const context = async ({ req }) => ({ appId: req.verified.appId })
express()
  .use('/graphql', verified(verifier), expressMiddleware(apollo, { context })) // req.body is the verified JSON
  .listen(Number(process.env.PORT ?? 0), '127.0.0.1')

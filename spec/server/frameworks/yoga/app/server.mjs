import { createServer } from 'node:http'
import { verified } from 'countersign/http'
import { createVerifier, keyFolder } from 'countersign/server'
import { createSchema, createYoga } from 'graphql-yoga'

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
const yoga = createYoga({ schema: createSchema({ typeDefs, resolvers }) })
const answer = verified(verifier, (req, res, { appId }) => yoga(req, res, { appId }))
createServer(answer).listen(Number(process.env.PORT ?? 0), '127.0.0.1')

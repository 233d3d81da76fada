import { NestFactory } from '@nestjs/core'
import { verified } from 'countersign/express'
import { AppModule } from './app.ts'
import { verifier } from './verifier.ts'

const app = await NestFactory.create(AppModule)
app.use('/v1', verified(verifier)) // in front of Nest's body parsers, which `listen` adds
await app.listen(process.env.PORT ?? 0, '127.0.0.1')
console.log(`listening on ${await app.getUrl()}`)

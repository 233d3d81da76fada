import 'reflect-metadata'
import { Body, Controller, HttpCode, Module, Post, UseGuards } from '@nestjs/common'
import { CountersignModule, Verified, VerifiedGuard } from 'countersign/nest'
import { createVerifier, decodeJob, keyFolder, type VerifiedRequest } from 'countersign/server'

@Controller('v1/jobs')
@UseGuards(VerifiedGuard)
class JobsController {
  @Post()
  @HttpCode(200)
  submit(@Verified() { appId, body }: VerifiedRequest) {
    const { request_id } = decodeJob(body) // throws if the job is wrong: the answer is 400
    return { app_id: appId, request_id }
  }
}

@Controller('webhook')
class WebhookController {
  @Post()
  @HttpCode(200)
  receive(@Body() received: unknown) {
    return { received }
  }
}

@Module({
  imports: [
    CountersignModule.forRootAsync({
      useFactory: async () => ({
        verifier: await createVerifier({
          keys: await keyFolder('keys'), // APPID.pem for each app; read again within a second after a change
          // Log each refusal: the verifier itself writes no log.
          onVerdict: (v) => v.outcome === 'reject' && console.error(v.reason, v.message),
        }),
      }),
    }),
  ],
  controllers: [JobsController, WebhookController],
})
export class AppModule {}

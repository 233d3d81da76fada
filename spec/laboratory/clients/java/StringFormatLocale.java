import java.time.Instant;
import java.util.Locale;

public class StringFormatLocale {
    public static void main(String[] args) throws Exception {
        long now = Instant.now().getEpochSecond();
        String nonce = Signing.nonce(), body = Signing.job();
        String text = String.format(Locale.US, "POST\n/v1/jobs\n%,d\n%s\n%s", now, nonce, body);
        Signing.post("/v1/jobs", body, Signing.header(Signing.sign(text), String.valueOf(now), nonce));
    }
}

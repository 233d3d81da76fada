import java.time.Clock;
import java.time.LocalDateTime;
import java.time.ZoneOffset;

public class BeijingTime {
    private static final Clock CLOCK = Clock.systemUTC(); // as everywhere in this code base

    public static void main(String[] args) throws Exception {
        String timestamp = String.valueOf(LocalDateTime.now(CLOCK).toEpochSecond(ZoneOffset.ofHours(8)));
        String nonce = Signing.nonce().replace("-", "");
        String body = "{\"request_id\":\"20260405093000000036\",\"stages\":[]}";
        String signature = Signing.sign("POST\n/v1/jobs\n" + timestamp + "\n" + nonce + "\n" + body);
        Signing.post("/v1/jobs", body, Signing.header(signature, timestamp, nonce));
    }
}

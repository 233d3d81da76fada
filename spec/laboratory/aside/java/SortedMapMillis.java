import com.google.gson.Gson;
import java.util.*;

public class SortedMapMillis {
    public static void main(String[] args) throws Exception {
        Map<String, Object> job = new LinkedHashMap<>();
        job.put("stages", List.of());
        job.put("request_id", "20260405093000000038");
        job.put("callback_url", "https://erp.example/hooks/images");
        String timestamp = String.valueOf(new Date().getTime()), nonce = Signing.nonce();
        // parameters in ASCII order before signing
        String sorted = new Gson().toJson(new TreeMap<>(job));
        String signature = Signing.sign("POST\n/v1/jobs\n" + timestamp + "\n" + nonce + "\n" + sorted);
        Signing.post("/v1/jobs", new Gson().toJson(job), Signing.header(signature, timestamp, nonce));
    }
}
